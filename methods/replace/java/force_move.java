// write() and force(true) to another name in the folder, then Files.move() with ATOMIC_MOVE.
// Use it when others read the file: they find the old content or the new, whole.
// A power cut may bring the old content back, but leaves no half.
// called: force(true), then Files.move()
// tags: by-name
// atomic: yes
// durable: content
// keeps: nothing

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReplaceFile {
    private static void writeSynced(Path path, byte[] content) throws IOException {
        try (var file = FileChannel.open(path, CREATE, WRITE, TRUNCATE_EXISTING)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) { // a nearly full disk takes less than it was given
                file.write(rest);
            }
            file.force(true);
        }
    }

    static void replaceFile(Path path, byte[] content) throws IOException {
        Path part = path.resolveSibling(path.getFileName() + ".part");
        writeSynced(part, content);
        Files.move(part, path, ATOMIC_MOVE);
    }
}
