// Files.list() and sorted(): a stream of paths, gathered in a list, in order.
// Use it when the order counts; Files.list() gives none.
// called: Files.list() and sorted()
// sorted: yes
// yields: paths
// hidden: yes
// dots: no

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

final class ListFolder {
    static List<Path> listFolder(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.sorted().toList();
        }
    }
}
