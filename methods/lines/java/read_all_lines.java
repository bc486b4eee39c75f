// Files.readAllLines(): all lines in a list.
// Use it when the file is small, and the lines are wanted more than once.
// called: Files.readAllLines()
// decodes: or fails
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: the file

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReadLines {
    record Totals(long lines, long length, long sum) {}

    static Totals readLines(Path path) throws IOException {
        var lines = Files.readAllLines(path);
        long length = 0;
        long sum = 0;
        for (String line : lines) {
            length += line.length();
            if (!line.isEmpty()) {
                sum += line.charAt(0) + line.charAt(line.length() - 1);
            }
        }
        return new Totals(lines.size(), length, sum);
    }
}
