// FileChannel.read() at a position, into a buffer of the heap.
// Use it by default: one call each, and threads may share the file; the piece is copied twice.
// called: FileChannel.read() into the heap
// short: refused

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

final class ReadAt {
    record Found(long reads, long sum) {}

    private static int sumOf(ByteBuffer piece) {
        int sum = (piece.get(0) & 0xff) + (piece.get(piece.limit() - 1) & 0xff);
        for (int at = 0; at < piece.limit(); at++) {
            sum += piece.get(at) == '\n' ? 1 : 0;
        }
        return sum;
    }

    static Found readAt(Path path, long[] offsets, int pieceBytes) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(pieceBytes);
        long sum = 0;
        try (var file = FileChannel.open(path)) {
            for (long offset : offsets) {
                piece.clear();
                while (piece.hasRemaining()) {
                    if (file.read(piece, offset + piece.position()) < 0) {
                        throw new EOFException("the end of the file cuts a piece");
                    }
                }
                sum += sumOf(piece);
            }
        }
        return new Found(offsets.length, sum);
    }
}
