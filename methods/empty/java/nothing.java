// A function that does nothing, and is called all the same.
// Use it to learn what the kit itself costs per iteration.

import java.lang.invoke.VarHandle;

final class Nothing {
    static void nothing() {
        VarHandle.loadLoadFence(); // on most machines no instruction, but none that a compiler may leave out
    }
}
