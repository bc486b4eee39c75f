// new FileOutputStream(file, true) once, then write() for each record: one system call a record.
// Use it by default; it has no buffer, so each record can be seen at once.
// called: write() to a FileOutputStream kept open
// visible: each record
// lock: none
// append: yes
// durable: no

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        long written = 0;
        try (var log = new FileOutputStream(path.toFile(), true)) {
            for (byte[] record : records) {
                log.write(record);
                written++;
            }
        }
        return written;
    }
}
