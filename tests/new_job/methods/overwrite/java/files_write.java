// Files.write(), which empties the file first: whoever reads meanwhile may see an empty file.
// Use it when nobody reads the file meanwhile.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Overwrite {
    static void overwrite(Path path, byte[] content) throws IOException {
        Files.write(path, content);
    }
}
