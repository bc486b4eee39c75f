// File.list() and Arrays.sort(): the names alone, in order.
// Use it when names are all you need, in order; it gives null for any error.
// called: File.list() and Arrays.sort()
// sorted: yes
// yields: names
// hidden: yes
// dots: no

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

final class ListFolder {
    static String[] listFolder(Path folder) throws IOException {
        String[] names = folder.toFile().list();
        if (names == null) { // it does not say why
            throw new IOException(folder + ": cannot be listed");
        }
        Arrays.sort(names);
        return names;
    }
}
