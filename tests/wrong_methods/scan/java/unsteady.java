// Says another sum each time it is called.
// For the tests of what a kit makes of it.

import java.nio.file.Path;

final class Scan {
    record Sums(long integers, long sum, int restBytes) {}

    private static int calls;

    static Sums scan(Path path) {
        return new Sums(1, ++calls, 0);
    }
}
