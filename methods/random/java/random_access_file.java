// seek() and readFully() of a RandomAccessFile for each piece.
// Use it when pieces belong into arrays and no two threads share the file: two calls each.
// called: seek() and readFully() of a RandomAccessFile
// short: refused

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

final class ReadAt {
    record Found(long reads, long sum) {}

    static Found readAt(Path path, long[] offsets, int pieceBytes) throws IOException {
        byte[] piece = new byte[pieceBytes];
        long sum = 0;
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            for (long offset : offsets) {
                file.seek(offset);
                file.readFully(piece);
                for (byte letter : piece) {
                    sum += letter == '\n' ? 1 : 0;
                }
                sum += (piece[0] & 0xff) + (piece[pieceBytes - 1] & 0xff);
            }
        }
        return new Found(offsets.length, sum);
    }
}
