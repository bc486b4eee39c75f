// Files.walk() through the tree, and Files.copy() of each file.
// Use it by default: it holds no file whole.
// called: Files.walk() and Files.copy()
// hidden: yes

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

final class DeliverTree {
    static long deliverTree(Path folder, FileOutputStream sink) throws IOException {
        long sent = 0;
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                if (Files.isRegularFile(path, NOFOLLOW_LINKS)) {
                    sent += Files.copy(path, sink);
                }
            }
        }
        return sent;
    }
}
