// File: exists(), length() and lastModified() of each path, which ask the system each.
// Use it in older code for few files; Files.readAttributes() tells all of it at once.
// called: File.length()
// tells: size and time
// finds: anything
// links: followed
// slashes: dropped
// denied: missing

import java.io.File;
import java.nio.file.Path;
import java.util.List;

final class StatAll {
    record Totals(long files, long bytes, long newest) {}

    static Totals statAll(Path folder, List<String> names) {
        File place = folder.toFile();
        long files = 0;
        long bytes = 0;
        long newest = 0;
        for (String name : names) {
            File file = new File(place, name);
            if (file.exists()) {
                files++;
                bytes += file.length();
                newest = Math.max(newest, file.lastModified() / 1000);
            }
        }
        return new Totals(files, bytes, newest);
    }
}
