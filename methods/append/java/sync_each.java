// write() and force(false) of a FileChannel that stays open, for each record.
// Use it when a record must outlive a power cut once the call returns: each waits for the device.
// called: write() and force(false) for each record
// tags: by-name
// visible: each record
// lock: none
// append: yes
// durable: each record

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
                log.force(false);
                written++;
            }
        }
        return written;
    }
}
