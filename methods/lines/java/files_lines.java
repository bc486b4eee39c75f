// Files.lines(): a stream of lines.
// Use it when lines are filtered and mapped anyway; close the stream, which closes the file.
// called: Files.lines()
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

    private long lines;
    private long length;
    private long sum;

    private void add(String line) {
        lines++;
        length += line.length();
        if (!line.isEmpty()) {
            sum += line.charAt(0) + line.charAt(line.length() - 1);
        }
    }

    static Totals readLines(Path path) throws IOException {
        var found = new ReadLines();
        try (var stream = Files.lines(path)) {
            stream.forEachOrdered(found::add);
        }
        return new Totals(found.lines, found.length, found.sum);
    }
}
