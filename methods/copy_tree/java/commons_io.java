// FileUtils.copyDirectory() of Commons IO, which keeps times.
// Use it if you have it already. A link to a file stays a link, one to a folder becomes a copy of what is in it.
// called: Commons IO's FileUtils.copyDirectory()
// needs: package commons-io
// links: folders followed
// mode: not kept
// times: kept
// existing: merged
// unreadable: stops
// any_name: no

import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;

final class CopyTree {
    static void copyTree(Path source, Path target) throws IOException {
        FileUtils.copyDirectory(source.toFile(), target.toFile());
    }
}
