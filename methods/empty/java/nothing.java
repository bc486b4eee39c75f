// A function that does nothing but leave a mark, so that each call is made.
// Use it to learn what the kit itself costs per iteration.

import java.lang.invoke.VarHandle;

final class Nothing {
    private static boolean wasCalled;

    static void nothing() {
        wasCalled = true;
        VarHandle.storeStoreFence(); // no instruction on most machines, but none of the marks is left out
    }
}
