// write() for each record to a FileChannel that stays open, and one force(false) after the last.
// Use it when the records must outlive a power cut together, such as the lines of one request.
// called: write(), and one force(false) at the end
// tags: by-name
// visible: each record
// lock: none
// append: yes
// durable: at the end

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
            log.force(false);
        }
        return written;
    }
}
