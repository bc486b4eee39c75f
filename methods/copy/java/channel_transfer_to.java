// FileChannel.transferTo(): the kernel copies, no byte passes through Java.
// Use it for large files, or for a part of a file.
// called: FileChannel.transferTo()
// tags: untouched
// durable: no
// mode: not kept

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

final class CopyFile {
    static void copyFile(Path source, Path target) throws IOException {
        try (var from = FileChannel.open(source, READ);
                var to = FileChannel.open(target, CREATE, WRITE, TRUNCATE_EXISTING)) {
            long size = from.size();
            for (long done = 0, moved; done < size; done += moved) { // at most 2 GiB at a time
                moved = from.transferTo(done, size - done, to);
                if (moved == 0) {
                    throw new IOException(source + " was cut while it was copied");
                }
            }
        }
    }
}
