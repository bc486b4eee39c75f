// Files.readAllBytes() of a file for each item.
// Use it by default: tools of every kind can read, change and remove one item.
// called: a file for each item

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class ReadBlobs {
    record Totals(long items, long bytes, long ends) {}

    static Totals readBlobs(Path folder, List<String> names) throws IOException {
        Path files = folder.resolve("files");
        long items = 0;
        long bytes = 0;
        long ends = 0;
        for (String name : names) {
            byte[] item = Files.readAllBytes(files.resolve(name));
            items++;
            bytes += item.length;
            if (item.length > 0) {
                ends += (item[0] & 0xff) + (item[item.length - 1] & 0xff);
            }
        }
        return new Totals(items, bytes, ends);
    }
}
