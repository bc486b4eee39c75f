// Files.exists() of each path.
// Use it by default for the existence alone; what cannot be looked up counts as missing.
// called: Files.exists()
// tells: existence
// finds: anything
// links: followed
// slashes: dropped
// denied: missing

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class StatAll {
    record Totals(long files, long bytes, long newest) {}

    static Totals statAll(Path folder, List<String> names) {
        long files = 0;
        for (String name : names) {
            files += Files.exists(folder.resolve(name)) ? 1 : 0;
        }
        return new Totals(files, 0, 0);
    }
}
