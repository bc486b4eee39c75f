// RandomAccessFile.readLine(): a read() for each byte.
// Use it for a line or two after a seek() only: it has no buffer, and makes a letter of each byte.
// called: RandomAccessFile.readLine()
// decodes: no
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

final class ReadLines {
    record Totals(long lines, long length, long sum) {}

    static Totals readLines(Path path) throws IOException {
        long lines = 0;
        long length = 0;
        long sum = 0;
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            String line;
            while ((line = file.readLine()) != null) {
                lines++;
                length += line.length();
                if (!line.isEmpty()) {
                    sum += line.charAt(0) + line.charAt(line.length() - 1);
                }
            }
        }
        return new Totals(lines, length, sum);
    }
}
