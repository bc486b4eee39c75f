// A BufferedOutputStream of 8 KiB over a FileOutputStream that stays open; closing it writes the rest.
// Use it when the last records may be lost: they can be seen only after the next flush, or at the end.
// called: a BufferedOutputStream
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
        try (var log = new BufferedOutputStream(new FileOutputStream(path.toFile(), true))) {
            for (byte[] record : records) {
                log.write(record);
                written++;
            }
        }
        return written;
    }
}
