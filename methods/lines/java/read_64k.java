// read() of a FileInputStream, 64 KiB at once, and a loop over the bytes.
// Use it when bytes are looked at and no line is wanted as a string.
// called: read() of {piece_bytes}
// parameters: piece_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;

final class ReadLines {
    private static final int PIECE_BYTES = 65536;

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
        byte[] piece = new byte[PIECE_BYTES];
        try (var file = new FileInputStream(path.toFile())) {
            int got;
            while ((got = file.read(piece)) > 0) {
                for (int at = 0; at < got; at++) {
                    found.add(piece[at]);
                }
            }
        }
        if (found.before > 0) { // the last line has no end
            found.end();
        }
        return new Totals(found.lines, found.length, found.sum);
    }
}
