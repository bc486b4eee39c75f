// InputStream.transferTo() from a FileInputStream to a FileOutputStream: by pieces of 8 or 16 KiB.
// Use it when one of the two is no file; from Java 21 on the kernel copies from file to file.
// called: InputStream.transferTo()
// tags: untouched
// durable: no
// mode: not kept

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

final class CopyFile {
    static void copyFile(Path source, Path target) throws IOException {
        try (var from = new FileInputStream(source.toFile()); var to = new FileOutputStream(target.toFile())) {
            from.transferTo(to);
        }
    }
}
