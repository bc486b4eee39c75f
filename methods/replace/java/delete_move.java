// Files.write() to another name in the folder, Files.delete() of the old file, then Files.move().
// Use it nowhere if you can: for a moment there is no file. ATOMIC_MOVE needs no Files.delete().
// called: Files.delete(), then Files.move()
// atomic: with a gap
// durable: no
// keeps: nothing

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReplaceFile {
    static void replaceFile(Path path, byte[] content) throws IOException {
        Path part = path.resolveSibling(path.getFileName() + ".part");
        Files.write(part, content);
        Files.delete(path);
        Files.move(part, path);
    }
}
