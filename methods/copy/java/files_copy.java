// Files.copy(): the library's way, in code of its own; from Java 20 on the kernel copies where it can.
// Use it unless something speaks against it; the copy has the file's permissions, as far as the umask leaves them.
// tags: untouched
// durable: no
// mode: kept

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class CopyFile {
    static void copyFile(Path source, Path target) throws IOException {
        Files.copy(source, target);
    }
}
