// Files.write() to another name in the folder, then Files.move() with ATOMIC_MOVE.
// Use it when others read the files: they see the old one or the whole new one, never a part.
// called: Files.write(), then Files.move()
// durable: no
// atomic: yes

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class CreateFiles {
    static long createFiles(Path folder, List<String> names, byte[] content) throws IOException {
        for (String name : names) {
            Path part = folder.resolve(name + ".part");
            Files.write(part, content);
            Files.move(part, folder.resolve(name), ATOMIC_MOVE);
        }
        return names.size();
    }
}
