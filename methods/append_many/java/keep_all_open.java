// Every log is opened when it is first written to, and stays open to the end.
// Use it when there are fewer logs than `ulimit -n` allows open files; beyond that, opening fails.
// called: all logs kept open
// visible: each record

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

final class AppendMany {
    static long appendMany(List<Path> paths, int[] turns, byte[] record) throws IOException {
        var logs = new FileOutputStream[paths.size()];
        try {
            for (int turn : turns) {
                if (logs[turn] == null) {
                    logs[turn] = new FileOutputStream(paths.get(turn).toFile(), true);
                }
                logs[turn].write(record);
            }
        } finally {
            for (FileOutputStream log : logs) {
                if (log != null) {
                    log.close();
                }
            }
        }
        return turns.length;
    }
}
