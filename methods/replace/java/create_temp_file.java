// Files.createTempFile() in the folder, Files.write(), the old file's permissions, then Files.move().
// Use it when others read the file and several write it: each has a name of its own.
// called: Files.createTempFile(), then Files.move()
// atomic: yes
// durable: no
// keeps: permissions

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReplaceFile {
    static void replaceFile(Path path, byte[] content) throws IOException {
        Path part = Files.createTempFile(path.getParent(), "part", null);
        try {
            Files.write(part, content);
            Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(path));
            Files.move(part, path, ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
