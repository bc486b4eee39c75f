// Log4j 2: an AsyncAppender, whose thread hands messages from a queue of 1024 to a FileAppender.
// Use it when a program must not wait for the disk; what is in the queue is lost if the process is killed.
// called: Log4j 2's AsyncAppender
// tags: threaded
// needs: package log4j2
// stamped: by a logger
// survives: no
// durable: no

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LoggingException;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.DefaultErrorHandler;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;

final class Log {
    private static final class FirstError extends DefaultErrorHandler {
        private volatile Throwable first;

        FirstError(Appender appender) {
            super(appender);
        }

        @Override
        public void error(String message, LogEvent event, Throwable thrown) {
            first = first == null ? thrown : first;
        }
    }

    static long log(Path path, Iterable<String> messages) throws IOException {
        var builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.add(builder.newAppender("log", "File")
            .addAttribute("fileName", path)
            .addAttribute("append", true)
            .addAttribute("immediateFlush", false) // the queue flushes whenever it is empty
            .add(builder.newLayout("PatternLayout").addAttribute("pattern", "%d %-5level %msg%n")));
        builder.add(builder.newAppender("queue", "Async").addComponent(builder.newAppenderRef("log")));
        builder.add(builder.newRootLogger(Level.INFO).add(builder.newAppenderRef("queue")));
        long logged = 0;
        FirstError errors;
        try (var context = Configurator.initialize(builder.build(false))) {
            if (context == null) { // only stderr was told
                throw new FileSystemException(path.toString(), null, "cannot be opened");
            }
            Appender log = context.getConfiguration().getAppender("log");
            errors = new FirstError(log);
            log.setHandler(errors);
            var logger = context.getLogger("messages");
            for (String message : messages) {
                logger.info(message);
                logged++;
            }
        } catch (LoggingException error) { // the last write, at the end
            throw new FileSystemException(path.toString(), null, error.getCause().getMessage());
        }
        if (errors.first != null) { // the thread that wrote tells nobody else
            throw new FileSystemException(path.toString(), null, errors.first.getCause().getMessage());
        }
        return logged;
    }
}
