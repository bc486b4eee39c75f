// A FileChannel, write() over what is there, and truncate() of what was longer.
// Use it when nobody reads the file meanwhile: a reader may find new and old content mixed.
// called: write() over it, and truncate()
// atomic: no
// durable: no
// keeps: everything

import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

final class ReplaceFile {
    static void replaceFile(Path path, byte[] content) throws IOException {
        try (var file = FileChannel.open(path, WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) { // a nearly full disk takes less than it was given
                file.write(rest);
            }
            file.truncate(content.length);
        }
    }
}
