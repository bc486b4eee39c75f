// Files.readAllBytes(), then Files.write(): the whole file is in memory in between.
// Use it for small files that are changed on their way.
// called: Files.readAllBytes() and Files.write()
// durable: no
// mode: not kept

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class CopyFile {
    static void copyFile(Path source, Path target) throws IOException {
        Files.write(target, Files.readAllBytes(source));
    }
}
