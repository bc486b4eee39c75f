// write() of a line to a FileOutputStream, the time and the level put before the message by hand.
// Use it in a program that needs a log and no logger.
// called: write() with the time
// stamped: by hand
// survives: kill
// durable: no

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

final class Log {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    static long log(Path path, Iterable<String> messages) throws IOException {
        long logged = 0;
        try (var log = new FileOutputStream(path.toFile(), true)) {
            for (String message : messages) {
                String line = LocalDateTime.now().format(TIME) + " INFO " + message + "\n";
                log.write(line.getBytes(UTF_8));
                logged++;
            }
        }
        return logged;
    }
}
