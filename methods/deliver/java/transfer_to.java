// InputStream.transferTo() from a FileInputStream to the sink: by pieces of 8 or 16 KiB.
// Use it by default; from Java 21 on the kernel copies if the sink is a FileOutputStream.
// called: InputStream.transferTo()
// tags: untouched

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

final class Deliver {
    static long deliver(Path path, FileOutputStream sink) throws IOException {
        try (var file = new FileInputStream(path.toFile())) {
            return file.transferTo(sink);
        }
    }
}
