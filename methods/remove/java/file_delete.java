// File.listFiles(), calling itself for each folder, and File.delete(), which says only that it failed.
// Use it in old code alone; isDirectory() follows links, so that what a link leads to would be emptied without a look.
// called: File.delete()
// refused: stops
// missing: error
// top_link: followed
// any_name: no
// deep: no

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class RemoveTree {
    static void removeTree(Path folder) throws IOException {
        remove(folder.toFile());
    }

    private static void remove(File folder) throws IOException {
        File[] entries = folder.listFiles();
        if (entries == null) {
            throw new IOException("cannot list " + folder);
        }
        for (File entry : entries) {
            if (entry.isDirectory() && !Files.isSymbolicLink(entry.toPath())) {
                remove(entry);
            } else if (!entry.delete()) {
                throw new IOException("cannot delete " + entry);
            }
        }
        if (!folder.delete()) {
            throw new IOException("cannot delete " + folder);
        }
    }
}
