// FileChannel.read() of 4 KiB at once from the end, in which newlines are looked for; then one of the lines.
// Use it for a file of any size: what lies before the lines is not read.
// called: FileChannel.read() from the end
// parameters: piece_bytes 512..1048576
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

final class TailLines {
    record Totals(long lines, long length, long sum) {}

    private static final int PIECE_BYTES = 4096;

    /** Fills a buffer from a place on, and makes it ready to be read. */
    private static ByteBuffer fill(FileChannel file, ByteBuffer piece, long from) throws IOException {
        while (piece.hasRemaining()) {
            if (file.read(piece, from + piece.position()) < 0) {
                throw new EOFException("the file became shorter");
            }
        }
        return piece.flip();
    }

    /** Returns where the last lines begin. */
    private static long findBegin(FileChannel file, int wanted) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        long end = file.size() - 1; // the last byte is of the last line, be it its end
        while (end > 0) {
            int bytes = (int) Math.min(end, PIECE_BYTES);
            end -= bytes;
            fill(file, piece.clear().limit(bytes), end);
            for (int at = bytes - 1; at >= 0; at--) {
                if (piece.get(at) == '\n' && --wanted == 0) {
                    return end + at + 1;
                }
            }
        }
        return 0;
    }

    static Totals tailLines(Path path, int wanted) throws IOException {
        long lines = 0;
        long length = 0;
        long sum = 0;
        try (var file = FileChannel.open(path)) {
            long begin = findBegin(file, wanted);
            var text = fill(file, ByteBuffer.allocate((int) (file.size() - begin)), begin);
            int from = 0;
            for (int at = 0; at <= text.limit(); at++) {
                if (at < text.limit() ? text.get(at) == '\n' : at > from) {
                    lines++;
                    length += at - from;
                    sum += at > from ? (text.get(from) & 0xff) + (text.get(at - 1) & 0xff) : 0;
                    from = at + 1;
                }
            }
        }
        return new Totals(lines, length, sum);
    }
}
