// Scanner.nextLine(): a regular expression looks for each end.
// Use it when lines are taken apart by the same scanner; U+0085, U+2028 and U+2029 end a line, too.
// called: Scanner.nextLine()
// decodes: or replaces
// splits: at U+2028 too
// ending: CRLF dropped
// long: taken
// memory: a line

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Scanner;

final class ReadLines {
    record Totals(long lines, long length, long sum) {}

    static Totals readLines(Path path) throws IOException {
        long lines = 0;
        long length = 0;
        long sum = 0;
        try (var scanner = new Scanner(path, UTF_8)) {
            while (scanner.hasNextLine()) {
                String line = scanner.nextLine();
                lines++;
                length += line.length();
                if (!line.isEmpty()) {
                    sum += line.charAt(0) + line.charAt(line.length() - 1);
                }
            }
            if (scanner.ioException() != null) { // it ends like the file if that cannot be read
                throw scanner.ioException();
            }
        }
        return new Totals(lines, length, sum);
    }
}
