// FileChannel.open() with APPEND once, then write() of a wrapped array for each record.
// Use it when records are in direct buffers already; an array is copied to one first.
// called: write() to a FileChannel kept open
// visible: each record
// lock: none
// append: yes
// durable: no

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        long written = 0;
        try (var log = FileChannel.open(path, CREATE, APPEND)) {
            for (byte[] record : records) {
                ByteBuffer rest = ByteBuffer.wrap(record);
                while (rest.hasRemaining()) { // a nearly full disk takes less than it was given
                    log.write(rest);
                }
                written++;
            }
        }
        return written;
    }
}
