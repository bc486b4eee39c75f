// Thread.sleep() for so many milliseconds.
// For the tests of what a kit times.

final class Nap {
    static void nap(int milliseconds) throws InterruptedException {
        Thread.sleep(milliseconds);
    }
}
