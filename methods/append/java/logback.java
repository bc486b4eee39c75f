// Logback: a FileAppender that flushes each record, with the message alone as layout.
// Use it for a program's own log, for its levels and its settings.
// called: Logback
// needs: package logback
// visible: each record
// lock: none
// append: yes
// durable: no

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.status.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.LoggerFactory;

final class Append {
    static long append(Path path, Iterable<byte[]> records) throws IOException {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        var layout = new PatternLayoutEncoder();
        layout.setContext(context);
        layout.setPattern("%msg"); // the record carries its own ending
        layout.setCharset(StandardCharsets.UTF_8);
        layout.start();
        var file = new FileAppender<ILoggingEvent>();
        file.setContext(context);
        file.setFile(path.toString());
        file.setAppend(true);
        file.setImmediateFlush(true);
        file.setEncoder(layout);
        file.start();
        var logger = context.getLogger("records");
        logger.setLevel(Level.INFO);
        logger.setAdditive(false); // the root logger would print every record again
        logger.addAppender(file);
        long written = 0;
        for (byte[] record : records) {
            logger.info(new String(record, StandardCharsets.UTF_8));
            written++;
        }
        logger.detachAppender(file);
        file.stop();
        List<Status> told = context.getStatusManager().getCopyOfStatusList();
        context.getStatusManager().clear();
        for (Status status : told) {
            if (status.getThrowable() != null) { // Logback tells nobody else
                throw new IOException(path.toString(), status.getThrowable());
            }
        }
        return written;
    }
}
