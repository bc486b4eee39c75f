// Files.walkFileTree(), whose visitor makes each folder, and Files.copy() of each file with NOFOLLOW_LINKS.
// Use it by default; permissions are kept as far as the umask leaves them, unless COPY_ATTRIBUTES is said, too.
// called: Files.walkFileTree() and Files.copy()
// links: kept
// mode: not kept
// times: not kept
// existing: error
// unreadable: stops
// any_name: yes

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

final class CopyTree {
    static void copyTree(Path source, Path target) throws IOException {
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes about) throws IOException {
                Files.createDirectory(target.resolve(source.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes about) throws IOException {
                Files.copy(file, target.resolve(source.relativize(file)), LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
