// A BufferedOutputStream of 64 KiB over a FileOutputStream that stays open.
// Use it when records are many and the last ones may be lost: there is one call for each 64 KiB.
// called: a BufferedOutputStream of 64 KiB
// visible: at the end
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
        try (var log = new BufferedOutputStream(new FileOutputStream(path.toFile(), true), 64 << 10)) {
            for (byte[] record : records) {
                log.write(record);
                written++;
            }
        }
        return written;
    }
}
