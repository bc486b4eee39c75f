// readLine() of a BufferedReader over a FileReader.
// Use it when bytes that are no UTF-8 must not end the loop: each becomes U+FFFD.
// called: readLine() of a FileReader
// decodes: or replaces
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.file.Path;

final class ReadLines {
    record Totals(long lines, long length, long sum) {}

    static Totals readLines(Path path) throws IOException {
        long lines = 0;
        long length = 0;
        long sum = 0;
        try (var reader = new BufferedReader(new FileReader(path.toFile(), UTF_8))) {
            String line;
            while ((line = reader.readLine()) != null) {
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
