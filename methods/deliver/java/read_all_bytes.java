// Files.readAllBytes(), then one write(): the whole file is in memory.
// Use it for small files that are sent again and again, or changed on their way.
// called: Files.readAllBytes() and write()

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Deliver {
    static long deliver(Path path, FileOutputStream sink) throws IOException {
        byte[] content = Files.readAllBytes(path);
        sink.write(content);
        return content.length;
    }
}
