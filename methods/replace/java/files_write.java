// Files.write(), which empties the file first.
// Use it when nobody reads the file meanwhile: a reader may find it empty or half written.
// called: Files.write()
// atomic: no
// durable: no
// keeps: everything

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReplaceFile {
    static void replaceFile(Path path, byte[] content) throws IOException {
        Files.write(path, content);
    }
}
