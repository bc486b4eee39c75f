// write() and force(true) to another name in the folder, Files.move(), and force(true) of the folder, for each file.
// Use it for what must be there whole or not at all, also after a power cut.
// called: force(true), then Files.move()
// tags: by-name
// durable: each file
// atomic: yes

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class CreateFiles {
    private static void writeSynced(Path path, byte[] content) throws IOException {
        try (var file = FileChannel.open(path, CREATE, WRITE, TRUNCATE_EXISTING)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) { // a nearly full disk takes less than it was given
                file.write(rest);
            }
            file.force(true);
        }
    }

    static long createFiles(Path folder, List<String> names, byte[] content) throws IOException {
        try (var place = FileChannel.open(folder, READ)) { // not on Windows
            for (String name : names) {
                Path part = folder.resolve(name + ".part");
                writeSynced(part, content);
                Files.move(part, folder.resolve(name), ATOMIC_MOVE);
                place.force(true); // the folder holds the name
            }
        }
        return names.size();
    }
}
