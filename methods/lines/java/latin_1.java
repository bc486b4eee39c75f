// readLine() with the charset ISO_8859_1: each byte becomes a letter.
// Use it when lines need not be text, or only some of them: nothing is checked, and a letter takes one byte of memory.
// called: readLine() in ISO_8859_1
// decodes: no
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReadLines {
    record Totals(long lines, long length, long sum) {}

    static Totals readLines(Path path) throws IOException {
        long lines = 0;
        long length = 0;
        long sum = 0;
        try (var reader = Files.newBufferedReader(path, ISO_8859_1)) {
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
