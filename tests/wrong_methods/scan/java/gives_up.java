// Finds that the file holds no records.
// For the tests of what a kit makes of it.

import java.io.IOException;
import java.nio.file.Path;

final class Scan {
    record Sums(long integers, long sum, int restBytes) {}

    static Sums scan(Path path) throws IOException {
        throw new IOException(path + " holds no records");
    }
}
