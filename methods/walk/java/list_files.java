// File.listFiles(), calling itself for each folder; each file is asked what it is and how long.
// Use it in older code for small trees: it asks several times about each entry, and misses names that are no UTF-8.
// called: File.listFiles()
// sizes: yes
// hidden: yes
// any_name: no
// unreadable: error
// vanished: left out

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Walk {
    record Totals(long files, long folders, long bytes) {}

    static Totals walk(Path folder) throws IOException {
        File[] entries = folder.toFile().listFiles();
        if (entries == null) { // it does not say why
            throw new IOException(folder + ": cannot be listed");
        }
        long files = 0;
        long folders = 0;
        long bytes = 0;
        for (File entry : entries) {
            if (Files.isSymbolicLink(entry.toPath())) { // the questions below would follow it
                continue;
            }
            if (entry.isDirectory()) {
                Totals below = walk(entry.toPath());
                files += below.files();
                folders += below.folders() + 1;
                bytes += below.bytes();
            } else if (entry.isFile()) {
                files++;
                bytes += entry.length();
            }
        }
        return new Totals(files, folders, bytes);
    }
}
