// FileUtils.copyFile() of Commons IO: Files.copy() beneath, then the time of the file for the copy.
// Use it if you have it already, or when the folder of the copy may be missing, since it makes that, too; the copy has
// the file's permissions, as far as the umask leaves them.
// called: Commons IO's FileUtils.copyFile()
// tags: untouched
// needs: package commons-io
// durable: no
// mode: kept

import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;

final class CopyFile {
    static void copyFile(Path source, Path target) throws IOException {
        FileUtils.copyFile(source.toFile(), target.toFile());
    }
}
