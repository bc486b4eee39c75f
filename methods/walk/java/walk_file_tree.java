// Files.walkFileTree(), whose visitor is given what is known of each entry.
// Use it by default: size and kind come with each file, so that nothing is asked twice.
// called: Files.walkFileTree()
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: left out

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

final class Walk {
    record Totals(long files, long folders, long bytes) {}

    private static final class Counter extends SimpleFileVisitor<Path> {
        private long files;
        private long folders = -1; // the folder itself comes first
        private long bytes;

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes about) {
            folders++;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
            if (about.isRegularFile()) {
                files++;
                bytes += about.size();
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException error) throws IOException {
            if (error instanceof NoSuchFileException && folders >= 0) { // gone meanwhile
                return FileVisitResult.CONTINUE;
            }
            throw error;
        }
    }

    static Totals walk(Path folder) throws IOException {
        Counter counter = new Counter();
        Files.walkFileTree(folder, counter);
        return new Totals(counter.files, counter.folders, counter.bytes);
    }
}
