// A BufferedOutputStream over a FileOutputStream that stays open, flushed after each record.
// Use it when a record is put together by several writes and must be seen at once, as one call.
// called: a BufferedOutputStream, flushed for each record
// visible: each record
// lock: none
// append: yes
// durable: no

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        long written = 0;
        try (var log = new BufferedOutputStream(new FileOutputStream(path.toFile(), true))) {
            for (byte[] record : records) {
                log.write(record);
                log.flush();
                written++;
            }
        }
        return written;
    }
}
