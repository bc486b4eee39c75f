// Files.readAllLines(), and subList() of its end.
// Use it for a small file that is needed as a whole, too.
// called: Files.readAllLines()
// decodes: or fails
// splits: at CR too
// ending: CRLF dropped
// memory: the file

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class TailLines {
    record Totals(long lines, long length, long sum) {}

    static Totals tailLines(Path path, int wanted) throws IOException {
        var all = Files.readAllLines(path);
        var last = all.subList(Math.max(all.size() - wanted, 0), all.size());
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
