// Uses what is not there.
// For the tests of what a kit makes of it.

import java.nio.file.Path;

final class Scan {
    record Sums(long integers, long sum, int restBytes) {}

    static Sums scan(Path path) {
        long[] known = {};
        return new Sums(known[path.toString().length()], 0, 0);
    }
}
