// Files.copy() from a path to the sink: by pieces of 8 or 16 KiB, through a channel.
// Use it when a path is all you have; it is InputStream.transferTo() in one call.
// called: Files.copy()

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Deliver {
    static long deliver(Path path, FileOutputStream sink) throws IOException {
        return Files.copy(path, sink);
    }
}
