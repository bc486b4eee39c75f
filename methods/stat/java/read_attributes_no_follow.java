// Files.readAttributes() with NOFOLLOW_LINKS, which looks at a link and not at what it leads to.
// Use it when links are to be found as links, wherever they lead.
// called: Files.readAttributes() with NOFOLLOW_LINKS
// tells: size and time
// finds: anything
// links: not followed
// slashes: dropped
// denied: error

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;

final class StatAll {
    record Totals(long files, long bytes, long newest) {}

    static Totals statAll(Path folder, List<String> names) throws IOException {
        long files = 0;
        long bytes = 0;
        long newest = 0;
        for (String name : names) {
            try {
                var path = folder.resolve(name);
                var about = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                files++;
                bytes += about.size();
                newest = Math.max(newest, about.lastModifiedTime().to(TimeUnit.SECONDS));
            } catch (NoSuchFileException missing) { // not there
            }
        }
        return new Totals(files, bytes, newest);
    }
}
