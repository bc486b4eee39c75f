// read() and write(): the file in pieces of 8 KiB, through one array.
// Use it when you look at the bytes on the way, and memory counts.
// called: read() and write() of 8 KiB

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

final class Deliver {
    static long deliver(Path path, FileOutputStream sink) throws IOException {
        long sent = 0;
        try (var file = new FileInputStream(path.toFile())) {
            byte[] buffer = new byte[8 << 10];
            int count;
            while ((count = file.read(buffer)) >= 0) {
                sink.write(buffer, 0, count);
                sent += count;
            }
        }
        return sent;
    }
}
