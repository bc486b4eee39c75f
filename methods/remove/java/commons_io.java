// FileUtils.deleteDirectory() of Commons IO.
// Use it if you have it already.
// called: Commons IO's FileUtils.deleteDirectory()
// needs: package commons-io
// refused: stops
// missing: no error
// top_link: link alone
// any_name: no
// deep: no

import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;

final class RemoveTree {
    static void removeTree(Path folder) throws IOException {
        FileUtils.deleteDirectory(folder.toFile());
    }
}
