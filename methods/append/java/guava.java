// Files.asByteSink() of Guava in mode APPEND, and its write() for each record: it opens the log, writes and closes it.
// Use it if you have it already; Files.write() of the library does the same.
// called: Guava's ByteSink for each record
// needs: package guava
// visible: each record
// lock: none
// append: yes
// durable: no

import static com.google.common.io.FileWriteMode.APPEND;

import com.google.common.io.ByteSink;
import com.google.common.io.Files;
import java.io.IOException;
import java.nio.file.Path;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        ByteSink log = Files.asByteSink(path.toFile(), APPEND);
        long written = 0;
        for (byte[] record : records) {
            log.write(record);
            written++;
        }
        return written;
    }
}
