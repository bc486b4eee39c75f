// File.list(): the names alone, as they come.
// Use it when names are all you need and you need not know what went wrong: it gives null for any error.
// sorted: no
// yields: names
// hidden: yes
// dots: no

import java.io.IOException;
import java.nio.file.Path;

final class ListFolder {
    static String[] listFolder(Path folder) throws IOException {
        String[] names = folder.toFile().list();
        if (names == null) { // it does not say why
            throw new IOException(folder + ": cannot be listed");
        }
        return names;
    }
}
