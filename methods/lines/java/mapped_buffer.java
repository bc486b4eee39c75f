// FileChannel.map(), and a loop over the bytes of the buffer.
// Use it when bytes are looked at in place, in a file of up to 2 GiB; one that another process cuts short meanwhile is
// an InternalError.
// called: FileChannel.map()
// tags: mapped
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

final class ReadLines {
    record Totals(long lines, long length, long sum) {}

    private long lines;
    private long length;
    private long sum;
    private long before; // of the line so far
    private int last;

    private void add(byte letter) {
        if (letter == '\n') {
            end();
            return;
        }
        last = letter & 0xff;
        if (before++ == 0) {
            sum += last;
        }
    }

    private void end() {
        lines++;
        length += before;
        sum += before > 0 ? last : 0;
        before = 0;
    }

    static Totals readLines(Path path) throws IOException {
        var found = new ReadLines();
        try (var file = FileChannel.open(path)) {
            var text = file.map(MapMode.READ_ONLY, 0, file.size());
            while (text.hasRemaining()) {
                found.add(text.get());
            }
        }
        if (found.before > 0) { // the last line has no end
            found.end();
        }
        return new Totals(found.lines, found.length, found.sum);
    }
}
