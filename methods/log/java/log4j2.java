// Log4j 2: a FileAppender that flushes each message, with the time, the level and the message as layout.
// Use it for a program's own log, for its levels and its settings. Each log that is opened is a configuration, which
// costs as much as hundreds of messages. Without ignoreExceptions=false it prints a failed write to stderr and goes on.
// called: Log4j 2
// needs: package log4j2
// stamped: by a logger
// survives: kill
// durable: no

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;

final class Log {
    static long log(Path path, Iterable<String> messages) throws IOException {
        var builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.add(builder.newAppender("log", "File")
            .addAttribute("fileName", path)
            .addAttribute("append", true)
            .addAttribute("immediateFlush", true)
            .addAttribute("ignoreExceptions", false)
            .add(builder.newLayout("PatternLayout").addAttribute("pattern", "%d %-5level %msg%n")));
        builder.add(builder.newRootLogger(Level.INFO).add(builder.newAppenderRef("log")));
        long logged = 0;
        try (var context = Configurator.initialize(builder.build(false))) {
            if (context.getConfiguration().getAppender("log") == null) { // only stderr was told
                throw new FileSystemException(path.toString(), null, "cannot be opened");
            }
            var logger = context.getLogger("messages");
            for (String message : messages) {
                logger.info(message);
                logged++;
            }
        } catch (LoggingException error) {
            throw new FileSystemException(path.toString(), null, error.getCause().getMessage());
        }
        return logged;
    }
}
