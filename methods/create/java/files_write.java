// Files.write() for each file.
// Use it by default; whoever reads meanwhile may see a file that is half written.
// called: Files.write()
// durable: no
// atomic: no

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class CreateFiles {
    static long createFiles(Path folder, List<String> names, byte[] content) throws IOException {
        for (String name : names) {
            Files.write(folder.resolve(name), content);
        }
        return names.size();
    }
}
