// File.exists() of each path.
// Use it in older code; what cannot be looked up counts as missing.
// called: File.exists()
// tells: existence
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
        for (String name : names) {
            files += new File(place, name).exists() ? 1 : 0;
        }
        return new Totals(files, 0, 0);
    }
}
