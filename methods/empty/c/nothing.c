// A function that does nothing.
// Use it to learn what the kit itself costs per iteration.

void nothing(void) {}
