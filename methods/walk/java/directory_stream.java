// Files.newDirectoryStream(), calling itself for each folder, and Files.readAttributes() of each entry.
// Use it when the program decides on the way what to go into.
// called: Files.newDirectoryStream()
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

final class Walk {
    record Totals(long files, long folders, long bytes) {}

    static Totals walk(Path folder) throws IOException {
        long files = 0;
        long folders = 0;
        long bytes = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path path : entries) {
                var about = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (about.isDirectory()) {
                    Totals below = walk(path);
                    files += below.files();
                    folders += below.folders() + 1;
                    bytes += below.bytes();
                } else if (about.isRegularFile()) {
                    files++;
                    bytes += about.size();
                }
            }
        }
        return new Totals(files, folders, bytes);
    }
}
