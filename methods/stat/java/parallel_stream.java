// Files.exists() in a parallel stream, which uses the threads that all streams share.
// Use it on network file systems, where each answer takes its time; in memory handing them out costs more.
// called: Files.exists() in a parallel stream
// tags: threaded
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
        long files = names.parallelStream().filter(name -> Files.exists(folder.resolve(name))).count();
        return new Totals(files, 0, 0);
    }
}
