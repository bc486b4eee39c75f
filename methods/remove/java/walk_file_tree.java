// Files.walkFileTree(), whose visitor deletes each file, and each folder after what is in it.
// Use it by default: no link is followed, and the first failure ends it.
// called: Files.walkFileTree()
// refused: stops
// missing: error
// top_link: link alone
// any_name: yes
// deep: no

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

final class RemoveTree {
    private static final class Remover extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes about) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException error) throws IOException {
            if (error != null) {
                throw error;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }

    static void removeTree(Path folder) throws IOException {
        Files.walkFileTree(folder, new Remover());
    }
}
