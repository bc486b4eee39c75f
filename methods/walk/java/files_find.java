// Files.find(), whose filter is given what is known of each entry and counts it.
// Use it when a stream is handy and the filter needs sizes or times; for a sum alone Files.walkFileTree() says more
// plainly what happens.
// called: Files.find()
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

final class Walk {
    record Totals(long files, long folders, long bytes) {}

    static Totals walk(Path folder) throws IOException {
        LongAdder folders = new LongAdder();
        LongAdder bytes = new LongAdder();
        try (Stream<Path> found =
                Files.find(
                        folder,
                        Integer.MAX_VALUE,
                        (path, about) -> {
                            folders.add(about.isDirectory() ? 1 : 0);
                            bytes.add(about.isRegularFile() ? about.size() : 0);
                            return about.isRegularFile();
                        })) {
            return new Totals(found.count(), folders.sum() - 1, bytes.sum()); // the folder itself is counted, too
        } catch (UncheckedIOException error) {
            throw error.getCause();
        }
    }
}
