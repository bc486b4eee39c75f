// FileChannel.read() at a position by eight threads, each of which reads an eighth of the pieces.
// Use it when pieces come from a device, which does several at once; for what is in memory, on
// several CPUs only.
// called: FileChannel.read() by {readers} threads
// tags: threaded
// parameters: readers 1..64
// short: refused

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class ReadAt {
    private static final int READERS = 8;

    record Found(long reads, long sum) {}

    private static int sumOf(ByteBuffer piece) {
        int sum = (piece.get(0) & 0xff) + (piece.get(piece.limit() - 1) & 0xff);
        for (int at = 0; at < piece.limit(); at++) {
            sum += piece.get(at) == '\n' ? 1 : 0;
        }
        return sum;
    }

    private static long sumShare(FileChannel file, long[] offsets, int first, int pieceBytes) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(pieceBytes);
        long sum = 0;
        for (int at = first; at < offsets.length; at += READERS) {
            piece.clear();
            while (piece.hasRemaining()) {
                if (file.read(piece, offsets[at] + piece.position()) < 0) {
                    throw new EOFException("the end of the file cuts a piece");
                }
            }
            sum += sumOf(piece);
        }
        return sum;
    }

    static Found readAt(Path path, long[] offsets, int pieceBytes) throws IOException {
        var threads = Executors.newFixedThreadPool(READERS);
        try (var file = FileChannel.open(path)) {
            List<Future<Long>> shares = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                int first = reader;
                shares.add(threads.submit(() -> sumShare(file, offsets, first, pieceBytes)));
            }
            long sum = 0;
            for (var share : shares) {
                sum += share.get();
            }
            return new Found(offsets.length, sum);
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause());
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        } finally {
            threads.shutdown();
        }
    }
}
