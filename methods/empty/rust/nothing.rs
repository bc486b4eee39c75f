// A function that does nothing, and is called all the same.
// Use it to learn what the kit itself costs per iteration.

#[inline(never)]
pub fn nothing() {
    // SAFETY: it is no instruction.
    unsafe { std::arch::asm!("") };
}
