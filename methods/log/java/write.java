// write() of the message and a newline to a FileOutputStream: the least that a line of a log can cost.
// Use it as the measure of a logger, or for a log that needs neither time nor level.
// called: write() of the message alone
// stamped: no
// survives: kill
// durable: no

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

final class Log {
    static long log(Path path, Iterable<String> messages) throws IOException {
        long logged = 0;
        try (var log = new FileOutputStream(path.toFile(), true)) {
            for (String message : messages) {
                log.write((message + "\n").getBytes(UTF_8));
                logged++;
            }
        }
        return logged;
    }
}
