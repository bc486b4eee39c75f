// ZipFile: readAllBytes() of each item from a zip that stores them as they are.
// Use it when items travel together; its list is read each time that it is opened.
// called: ZipFile, stored

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

final class ReadBlobs {
    record Totals(long items, long bytes, long ends) {}

    static Totals readBlobs(Path folder, List<String> names) throws IOException {
        long items = 0;
        long bytes = 0;
        long ends = 0;
        try (var archive = new ZipFile(folder.resolve("blobs.zip").toFile())) {
            for (String name : names) {
                ZipEntry entry = archive.getEntry(name);
                if (entry == null) {
                    throw new NoSuchElementException(name);
                }
                byte[] item;
                try (var stream = archive.getInputStream(entry)) {
                    item = stream.readAllBytes();
                }
                items++;
                bytes += item.length;
                if (item.length > 0) {
                    ends += (item[0] & 0xff) + (item[item.length - 1] & 0xff);
                }
            }
        }
        return new Totals(items, bytes, ends);
    }
}
