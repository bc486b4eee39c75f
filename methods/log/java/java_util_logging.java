// java.util.logging: a FileHandler with a SimpleFormatter that writes the time, the level and the message in a line.
// Use it when no library may be added. It keeps a lock file beside the log, and a second program on the same log gets a
// file of its own; not for data, since as it comes it prints a failed write to stderr and goes on.
// called: java.util.logging
// stamped: by a logger
// survives: kill
// durable: no

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

final class Log {
    private static final Logger LOGGER = Logger.getLogger("messages");

    static {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tF %1$tT.%1$tL %4$s %5$s%6$s%n");
        LOGGER.setUseParentHandlers(false); // the root logger would print every message again
    }

    private static final class FirstError extends ErrorManager {
        private Exception first;

        @Override
        public synchronized void error(String message, Exception exception, int code) {
            first = first == null ? exception : first;
        }
    }

    static long log(Path path, Iterable<String> messages) throws IOException {
        long logged = 0;
        var errors = new FirstError();
        var file = new FileHandler(path.toString().replace("%", "%%"), true); // a name is a pattern
        file.setFormatter(new SimpleFormatter());
        file.setErrorManager(errors);
        LOGGER.addHandler(file);
        for (String message : messages) {
            LOGGER.info(message);
            logged++;
        }
        LOGGER.removeHandler(file);
        file.close();
        if (errors.first != null) { // nobody else is told
            throw new FileSystemException(path.toString(), null, errors.first.getMessage());
        }
        return logged;
    }
}
