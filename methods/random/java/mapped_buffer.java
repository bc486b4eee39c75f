// FileChannel.map() of the whole file, of which each piece is a slice.
// Use it when a file of up to 2 GiB stays in memory and is mapped once for long.
// called: FileChannel.map()
// tags: mapped
// short: refused

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
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
        long sum = 0;
        try (var file = FileChannel.open(path)) {
            var content = file.map(MapMode.READ_ONLY, 0, file.size());
            for (long offset : offsets) {
                if (offset + pieceBytes > content.limit()) {
                    throw new EOFException("the end of the file cuts a piece");
                }
                sum += sumOf(content.slice((int) offset, pieceBytes));
            }
        }
        return new Found(offsets.length, sum);
    }
}
