// Files.delete() of each file, and of the folder.
// Use it when the names are known.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class RemoveFolder {
    static void removeFolder(Path path, List<String> names) throws IOException {
        for (String name : names) {
            Files.delete(path.resolve(name));
        }
        Files.delete(path);
    }
}
