// Files.walk() to a depth of 1, without the folder itself: a stream of paths, gathered in a list, as they come.
// Use it when you go deeper anyway; for one folder Files.list() does the same, and asks nothing about each file. A link
// to a folder is not followed, and of a file nothing is said: both look like an empty folder.
// called: Files.walk()
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
        try (Stream<Path> paths = Files.walk(folder, 1)) {
            return paths.skip(1).toList(); // the folder itself comes first
        }
    }
}
