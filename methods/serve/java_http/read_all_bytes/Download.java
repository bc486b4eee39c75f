// Files.readAllBytes(): Java takes the whole file into its memory, and sends it in one piece.
// Use it for small files that are changed before they are sent.
// called: Files.readAllBytes() of Java
// decides: program
// ranges: no
// conditional: no
// streams: no
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Download {
    static void send(HttpExchange exchange, Path file, long size) throws IOException {
        byte[] body = Files.readAllBytes(file);
        Server.begin(exchange, body.length);
        exchange.getResponseBody().write(body);
    }
}
