// FileChannel.transferTo() to the channel of the sink: the kernel moves the bytes where it can.
// Use it for large files that are sent as they are.
// called: FileChannel.transferTo()
// tags: untouched

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

final class Deliver {
    static long deliver(Path path, FileOutputStream sink) throws IOException {
        WritableByteChannel to = sink.getChannel();
        try (var file = FileChannel.open(path)) {
            long size = file.size();
            for (long sent = 0, moved; sent < size; sent += moved) { // at most 2 GiB at a time
                moved = file.transferTo(sent, size - sent, to);
                if (moved == 0) {
                    throw new IOException(path + " was cut while it was sent");
                }
            }
            return size;
        }
    }
}
