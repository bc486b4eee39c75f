// FileUtils.writeByteArrayToFile() of Commons IO for each record: it opens the log, writes and closes it.
// Use it when records are rare and the folder of the log may be missing, since it makes that, too; it asks each time if
// the log is there.
// called: Commons IO's writeByteArrayToFile()
// needs: package commons-io
// visible: each record
// lock: none
// append: yes
// durable: no

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        File log = path.toFile();
        long written = 0;
        for (byte[] record : records) {
            FileUtils.writeByteArrayToFile(log, record, true);
            written++;
        }
        return written;
    }
}
