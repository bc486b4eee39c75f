// MoreFiles.fileTraverser() of Guava: an iterable of paths, each of which is asked what it is.
// Use it if you have Guava already and want parents before or after what is in them.
// called: MoreFiles.fileTraverser()
// needs: package guava
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

final class Walk {
    record Totals(long files, long folders, long bytes) {}

    static Totals walk(Path folder) throws IOException {
        long files = 0;
        long folders = -1; // the folder itself comes first
        long bytes = 0;
        for (Path path : MoreFiles.fileTraverser().depthFirstPreOrder(folder)) {
            var about = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (about.isDirectory()) {
                folders++;
            } else if (about.isRegularFile()) {
                files++;
                bytes += about.size();
            }
        }
        return new Totals(files, folders, bytes);
    }
}
