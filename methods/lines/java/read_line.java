// readLine() of the BufferedReader that Files.newBufferedReader() gives.
// Use it by default for text; bytes that are no UTF-8 are an error, and a carriage return alone ends a line, too.
// called: readLine() of Files.newBufferedReader()
// decodes: or fails
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReadLines {
    record Totals(long lines, long length, long sum) {}

    static Totals readLines(Path path) throws IOException {
        long lines = 0;
        long length = 0;
        long sum = 0;
        try (var reader = Files.newBufferedReader(path)) {
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
