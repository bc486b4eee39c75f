// Files.copy() of Guava: streams over both files, by pieces of 8 KiB.
// Use it if you have it already; Files.copy() of the library lets the kernel copy, and keeps the permissions.
// called: Guava's Files.copy()
// tags: untouched
// needs: package guava
// durable: no
// mode: not kept

import com.google.common.io.Files;
import java.io.IOException;
import java.nio.file.Path;

final class CopyFile {
    static void copyFile(Path source, Path target) throws IOException {
        Files.copy(source.toFile(), target.toFile());
    }
}
