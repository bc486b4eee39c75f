// Log4j 2: an asynchronous logger, whose thread hands messages from the ring of a Disruptor to a FileAppender.
// Use it when many threads log and none may wait for the disk; what is in the ring is lost if the process is killed.
// called: Log4j 2's asynchronous logger
// tags: threaded
// needs: package log4j2, package disruptor
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
            .addAttribute("immediateFlush", false) // the ring flushes whenever it is empty
            .add(builder.newLayout("PatternLayout").addAttribute("pattern", "%d %-5level %msg%n")));
        builder.add(builder.newAsyncRootLogger(Level.INFO).add(builder.newAppenderRef("log")));
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
