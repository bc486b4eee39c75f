// Files.walk(): a stream of paths, each of which is asked what it is, and Files.size() of each file.
// Use it when a stream is handy and files are few: the stream had asked about each already, and keeps it to itself.
// called: Files.walk()
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

final class Walk {
    record Totals(long files, long folders, long bytes) {}

    static Totals walk(Path folder) throws IOException {
        long files = 0;
        long folders = 0;
        long bytes = 0;
        try (Stream<Path> paths = Files.walk(folder).skip(1)) { // the folder itself comes first
            for (Path path : (Iterable<Path>) paths::iterator) {
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    files++;
                    bytes += Files.size(path);
                } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    folders++;
                }
            }
        } catch (UncheckedIOException error) {
            throw error.getCause();
        }
        return new Totals(files, folders, bytes);
    }
}
