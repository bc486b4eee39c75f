// Files.list(): a stream of paths, gathered in a list, as they come.
// Use it by default; close the stream, which holds the folder open.
// sorted: no
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
            return paths.toList();
        }
    }
}
