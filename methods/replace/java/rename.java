// Files.write() to another name in the folder, then Files.move() with ATOMIC_MOVE.
// Use it when others read the file: they find the old content or the new, whole.
// Two writers need two such names.
// called: Files.write(), then Files.move()
// atomic: yes
// durable: no
// keeps: nothing

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReplaceFile {
    static void replaceFile(Path path, byte[] content) throws IOException {
        Path part = path.resolveSibling(path.getFileName() + ".part");
        Files.write(part, content);
        Files.move(part, path, ATOMIC_MOVE);
    }
}
