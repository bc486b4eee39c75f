// FileChannel.read() of 1 MiB at a time into one direct buffer, integers summed where they lie.
// Use it when a file of any size is read once from end to end; keep the buffer, which is given back by the collector.
// called: FileChannel.read() of 1 MiB into a direct buffer

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

final class Scan {
    private static final int MOST_INTEGERS = 512;

    record Sums(long integers, long sum, int restBytes) {}

    private long integers;
    private long sum;

    /** Sums the whole records of a piece; a part record at its end remains. */
    private void add(ByteBuffer piece) throws IOException {
        while (piece.remaining() >= 4) {
            int begin = piece.position() + 4;
            int count = piece.getInt(piece.position());
            if (count < 0 || count > MOST_INTEGERS) {
                throw new IOException("a record of " + count + " integers");
            }
            if (piece.limit() - begin < 4 * count) {
                break;
            }
            for (int place = 0; place < count; place++) {
                long number = piece.getInt(begin + 4 * place);
                sum += place % 2 == 0 ? number : 2 * number;
            }
            integers += count;
            piece.position(begin + 4 * count);
        }
    }

    static Sums scan(Path path) throws IOException {
        var scan = new Scan();
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20).order(LITTLE_ENDIAN);
        try (var file = FileChannel.open(path)) {
            while (file.read(buffer) >= 0) {
                scan.add(buffer.flip());
                buffer.compact(); // the record that the seam cuts goes to the front
            }
        }
        return new Sums(scan.integers, scan.sum, buffer.position());
    }
}
