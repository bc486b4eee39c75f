// readLine() of all lines, of which the last ones are kept in an ArrayDeque.
// Use it for what cannot be sought in, such as a pipe; every byte is read, and must be UTF-8.
// called: readLine() into an ArrayDeque
// decodes: or fails
// splits: at CR too
// ending: CRLF dropped
// memory: the lines

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;

final class TailLines {
    record Totals(long lines, long length, long sum) {}

    static Totals tailLines(Path path, int wanted) throws IOException {
        var last = new ArrayDeque<String>();
        try (var reader = Files.newBufferedReader(path)) {
            String next;
            while ((next = reader.readLine()) != null) {
                if (last.size() == wanted) {
                    last.removeFirst();
                }
                last.addLast(next);
            }
        }
        long length = 0;
        long sum = 0;
        for (String line : last) {
            length += line.length();
            if (!line.isEmpty()) {
                sum += line.charAt(0) + line.charAt(line.length() - 1);
            }
        }
        return new Totals(last.size(), length, sum);
    }
}
