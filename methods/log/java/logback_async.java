// Logback: an AsyncAppender, whose thread hands messages from a queue of 256 to a FileAppender.
// Use it when a program must not wait for the disk; what is in the queue is lost if the process is killed. As it comes
// it drops messages below WARN if the queue is nearly full, and what is left 1 s after its end: set both numbers to 0.
// called: Logback's AsyncAppender
// tags: threaded
// needs: package logback
// stamped: by a logger
// survives: no
// durable: no

import ch.qos.logback.classic.AsyncAppender;
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
        file.setEncoder(layout);
        file.start();
        var queue = new AsyncAppender();
        queue.setContext(context);
        queue.setDiscardingThreshold(0); // keep every message, and wait if the queue is full
        queue.setMaxFlushTime(0); // wait for the last one at the end
        queue.addAppender(file);
        queue.start();
        var logger = context.getLogger("messages");
        logger.setLevel(Level.INFO);
        logger.setAdditive(false); // the root logger would print every message again
        logger.addAppender(queue);
        long logged = 0;
        for (String message : messages) {
            logger.info(message);
            logged++;
        }
        logger.detachAppender(queue);
        queue.stop();
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
