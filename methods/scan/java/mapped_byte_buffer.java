// FileChannel.map(): the file is mapped and its integers summed where they lie.
// Use it when parts of a big file are read again and again. At most 2 GiB are mapped at once, and given back only
// when the buffer is collected; a file that another process cuts short meanwhile is an InternalError.
// called: FileChannel.map()
// tags: mapped

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
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
        try (var file = FileChannel.open(path)) {
            ByteBuffer content = file.map(MapMode.READ_ONLY, 0, file.size()).order(LITTLE_ENDIAN);
            scan.add(content);
            return new Sums(scan.integers, scan.sum, content.remaining());
        }
    }
}
