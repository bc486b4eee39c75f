// Files.copy(): Java reads the file in pieces of 8 or 16 KiB, by its version, and sends each.
// Use it for files of any size.
// called: Files.copy() of Java
// decides: program
// ranges: no
// conditional: no
// streams: yes
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Download {
    static void send(HttpExchange exchange, Path file, long size) throws IOException {
        Server.begin(exchange, size);
        Files.copy(file, exchange.getResponseBody());
    }
}
