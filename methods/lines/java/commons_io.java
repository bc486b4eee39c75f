// Commons IO's lineIterator().
// Use it when the library is there already, and lines are wanted one by one in a for loop.
// called: Commons IO's lineIterator()
// needs: package commons-io
// decodes: or replaces
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;

final class ReadLines {
    record Totals(long lines, long length, long sum) {}

    static Totals readLines(Path path) throws IOException {
        long lines = 0;
        long length = 0;
        long sum = 0;
        try (var iterator = FileUtils.lineIterator(path.toFile(), "UTF-8")) {
            while (iterator.hasNext()) {
                String line = iterator.next();
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
