// Files.walk(), and Files.copy() of each path with COPY_ATTRIBUTES and NOFOLLOW_LINKS.
// Use it for a few lines that keep permissions and the times of files; those of folders are set before they are filled.
// called: Files.walk() and Files.copy()
// links: kept
// mode: kept
// times: of files
// existing: error
// unreadable: stops
// any_name: yes

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

final class CopyTree {
    static void copyTree(Path source, Path target) throws IOException {
        List<Path> paths;
        try (var found = Files.walk(source)) {
            paths = found.toList();
        }
        for (Path path : paths) {
            Path copy = target.resolve(source.relativize(path));
            Files.copy(path, copy, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
    }
}
