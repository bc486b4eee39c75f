// seek() and readFully() of a RandomAccessFile for each piece.
// Use it when few of them are read, or each is large.

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

final class ReadAt {
    record Found(long reads, long sum) {}

    static Found readAt(Path path, long[] offsets, int bytes) throws IOException {
        byte[] piece = new byte[bytes];
        long sum = 0;
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            for (long offset : offsets) {
                file.seek(offset);
                file.readFully(piece);
                sum += (piece[0] & 0xff) + (piece[bytes - 1] & 0xff);
            }
        }
        return new Found(offsets.length, sum);
    }
}
