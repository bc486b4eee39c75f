// Keeps 100 messages back.
// Use it nowhere.
// stamped: no
// survives: kill
// durable: no

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;

final class Log {
    static long log(Path path, Iterable<String> messages) throws IOException {
        long logged = 0;
        var kept = new ArrayDeque<String>();
        try (var log = new FileOutputStream(path.toFile(), true)) {
            for (String message : messages) {
                kept.add(message);
                if (kept.size() > 100) {
                    log.write((kept.remove() + "\n").getBytes(UTF_8));
                }
                logged++;
            }
            for (String message : kept) {
                log.write((message + "\n").getBytes(UTF_8));
            }
        }
        return logged;
    }
}
