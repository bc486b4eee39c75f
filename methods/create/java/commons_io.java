// FileUtils.writeByteArrayToFile() of Commons IO for each file.
// Use it when the folder of a file may be missing, since it makes that, too; whoever reads meanwhile may see a file
// that is half written.
// called: Commons IO's writeByteArrayToFile()
// needs: package commons-io
// durable: no
// atomic: no

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.FileUtils;

final class CreateFiles {
    static long createFiles(Path folder, List<String> names, byte[] content) throws IOException {
        for (String name : names) {
            FileUtils.writeByteArrayToFile(folder.resolve(name).toFile(), content);
        }
        return names.size();
    }
}
