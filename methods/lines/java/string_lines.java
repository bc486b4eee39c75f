// Files.readString() and lines(): the whole file as one string, then a stream of lines.
// Use it when the file is small and is wanted as a whole, too.
// called: Files.readString() and lines()
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
        Files.readString(path).lines().forEachOrdered(found::add);
        return new Totals(found.lines, found.length, found.sum);
    }
}
