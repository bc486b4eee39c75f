// Guava's forEachLine() of a CharSource.
// Use it when the library is there already.
// called: Guava's forEachLine()
// needs: package guava
// decodes: or fails
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.MoreFiles;
import java.io.IOException;
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
        MoreFiles.asCharSource(path, UTF_8).forEachLine(found::add);
        return new Totals(found.lines, found.length, found.sum);
    }
}
