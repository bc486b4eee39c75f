// The records of each log are gathered in memory; at the end each log is opened once and written to once.
// Use it when the records may be lost in a crash and nobody reads the logs meanwhile.
// called: gathering each log in memory
// visible: at the end

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class AppendMany {
    static long appendMany(List<Path> paths, int[] turns, byte[] record) throws IOException {
        var gathered = new HashMap<Path, ByteArrayOutputStream>();
        for (int turn : turns) {
            gathered.computeIfAbsent(paths.get(turn), path -> new ByteArrayOutputStream()).writeBytes(record);
        }
        for (Map.Entry<Path, ByteArrayOutputStream> records : gathered.entrySet()) {
            try (var log = new FileOutputStream(records.getKey().toFile(), true)) {
                records.getValue().writeTo(log);
            }
        }
        return turns.length;
    }
}
