// Files.newBufferedWriter() with APPEND, which stays open, flushed after each record.
// Use it when records are text; here they are bytes, each of which is a character of ISO 8859-1. A record of more than
// 8 KiB takes several calls.
// called: a BufferedWriter, flushed for each record
// visible: each record
// lock: none
// append: yes
// durable: no

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        long written = 0;
        try (BufferedWriter log = Files.newBufferedWriter(path, ISO_8859_1, CREATE, APPEND)) {
            for (byte[] record : records) {
                log.write(new String(record, ISO_8859_1));
                log.flush();
                written++;
            }
        }
        return written;
    }
}
