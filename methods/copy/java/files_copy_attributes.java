// Files.copy() with COPY_ATTRIBUTES: the same, and the permissions, the owner and the times of the file as well.
// Use it when the copy is to stand in for the file, as in a backup.
// called: Files.copy() with COPY_ATTRIBUTES
// tags: untouched
// durable: no
// mode: kept

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class CopyFile {
    static void copyFile(Path source, Path target) throws IOException {
        Files.copy(source, target, COPY_ATTRIBUTES);
    }
}
