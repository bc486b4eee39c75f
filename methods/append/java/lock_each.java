// FileChannel.lock() around the write of each record, to a channel that stays open.
// Use it when a record takes several writes or readers lock too; APPEND alone keeps single writes apart. It is the
// lock of fcntl(), which whoever uses flock() does not see, and keeps out other processes, not threads of this one.
// called: FileChannel.lock() around each record
// visible: each record
// lock: record
// append: yes
// durable: no

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        long written = 0;
        try (var log = FileChannel.open(path, CREATE, APPEND)) {
            for (byte[] record : records) {
                try (FileLock lock = log.lock()) {
                    ByteBuffer rest = ByteBuffer.wrap(record);
                    while (rest.hasRemaining()) { // a nearly full disk takes less than it was given
                        log.write(rest);
                    }
                }
                written++;
            }
        }
        return written;
    }
}
