// Files.walk(), sorted backwards so that a folder comes after what is in it, and Files.delete() of each path.
// Use it for small trees: all paths are in memory before the first is deleted.
// called: Files.walk(), sorted backwards
// refused: stops
// missing: error
// top_link: link alone
// any_name: yes
// deep: no

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

final class RemoveTree {
    static void removeTree(Path folder) throws IOException {
        List<Path> paths;
        try (var found = Files.walk(folder)) {
            paths = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }
}
