// Files.readAttributes() of each path; a missing one throws.
// Use it when sizes or times are wanted and most files exist: one call tells all. A missing one costs an exception.
// called: Files.readAttributes()
// tells: size and time
// finds: anything
// links: followed
// slashes: dropped
// denied: error

import java.io.IOException;
import java.nio.file.Files;
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
                var about = Files.readAttributes(folder.resolve(name), BasicFileAttributes.class);
                files++;
                bytes += about.size();
                newest = Math.max(newest, about.lastModifiedTime().to(TimeUnit.SECONDS));
            } catch (NoSuchFileException missing) { // not there
            }
        }
        return new Totals(files, bytes, newest);
    }
}
