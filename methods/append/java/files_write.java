// Files.write() with APPEND for each record: it opens the log, writes and closes it.
// Use it when records are rare, or when the log is moved away now and then and new records must follow its name.
// called: Files.write() for each record
// visible: each record
// lock: none
// append: yes
// durable: no

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        long written = 0;
        for (byte[] record : records) {
            Files.write(path, record, CREATE, APPEND);
            written++;
        }
        return written;
    }
}
