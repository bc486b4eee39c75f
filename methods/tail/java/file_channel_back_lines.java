// FileChannel.read() of 4 KiB at once from the end, in which line ends are looked for; then lines() of that part.
// Use it for a text of any size: what lies before the lines is not read, and only they must be UTF-8.
// called: FileChannel.read() from the end and lines()
// parameters: piece_bytes 512..1048576
// decodes: or fails
// splits: at CR too
// ending: CRLF dropped
// memory: the lines

import static java.nio.charset.StandardCharsets.UTF_8;

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

    /** Returns where the last lines begin: behind a newline, or a CR that has none behind it. */
    private static long findBegin(FileChannel file, int wanted) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        long size = file.size();
        long end = size;
        byte next = 0;
        while (end > 0) {
            int bytes = (int) Math.min(end, PIECE_BYTES);
            end -= bytes;
            fill(file, piece.clear().limit(bytes), end);
            for (int at = bytes - 1; at >= 0; at--) {
                byte here = piece.get(at);
                boolean endsLine = here == '\n' || here == '\r' && next != '\n';
                // what ends the file is of the last line
                boolean isLast = end + at + 1 == size;
                if (endsLine && !isLast && --wanted == 0) {
                    return end + at + 1;
                }
                next = here;
            }
        }
        return 0;
    }

    static Totals tailLines(Path path, int wanted) throws IOException {
        ByteBuffer text;
        try (var file = FileChannel.open(path)) {
            long begin = findBegin(file, wanted);
            text = fill(file, ByteBuffer.allocate((int) (file.size() - begin)), begin);
        }
        var last = UTF_8.newDecoder().decode(text).toString().lines().toList();
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
