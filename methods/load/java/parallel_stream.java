// Files.readAllBytes() in a parallel stream, which uses the threads that all streams share.
// Use it when files come from a device, or something is computed of each; nothing else must wait for these threads.
// called: Files.readAllBytes() in a parallel stream
// tags: threaded
// unsized: yes

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class Load {
    static List<byte[]> load(Path folder, List<String> names) throws IOException {
        try {
            return names.parallelStream().map(name -> read(folder.resolve(name))).toList();
        } catch (UncheckedIOException error) {
            throw error.getCause();
        }
    }

    private static byte[] read(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
