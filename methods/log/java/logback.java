// Logback: a FileAppender that flushes each message, with the time, the level and the message as layout.
// Use it for a program's own log, for its levels and its settings, and since SLF4J is what most libraries log to.
// called: Logback
// needs: package logback
// stamped: by a logger
// survives: kill
// durable: no

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.status.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.LoggerFactory;

final class Log {
    static long log(Path path, Iterable<String> messages) throws IOException {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        var layout = new PatternLayoutEncoder();
        layout.setContext(context);
        layout.setPattern("%d %-5level %msg%n");
        layout.setCharset(StandardCharsets.UTF_8);
        layout.start();
        var file = new FileAppender<ILoggingEvent>();
        file.setContext(context);
        file.setFile(path.toString());
        file.setAppend(true);
        file.setImmediateFlush(true);
        file.setEncoder(layout);
        file.start();
        var logger = context.getLogger("messages");
        logger.setLevel(Level.INFO);
        logger.setAdditive(false); // the root logger would print every message again
        logger.addAppender(file);
        long logged = 0;
        for (String message : messages) {
            logger.info(message);
            logged++;
        }
        logger.detachAppender(file);
        file.stop();
        List<Status> told = context.getStatusManager().getCopyOfStatusList();
        context.getStatusManager().clear();
        for (Status status : told) {
            if (status.getThrowable() != null) { // Logback tells nobody else
                throw new FileSystemException(path.toString(), null, status.getThrowable().getMessage());
            }
        }
        return logged;
    }
}
