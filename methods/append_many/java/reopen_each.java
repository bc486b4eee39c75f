// Files.write() with APPEND for each record: the log is opened, written to once and closed again.
// Use it when logs are many and records rare: no more than one file is open at a time.
// called: Files.write() for each record
// visible: each record

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class AppendMany {
    static long appendMany(List<Path> paths, int[] turns, byte[] record) throws IOException {
        for (int turn : turns) {
            Files.write(paths.get(turn), record, CREATE, APPEND);
        }
        return turns.length;
    }
}
