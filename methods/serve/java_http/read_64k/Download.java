// A loop that reads the file in pieces of 64 KiB, and sends each.
// Use it for files of any size.
// called: a loop of 64 KiB in Java
// decides: program
// ranges: no
// conditional: no
// streams: yes
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

final class Download {
    static void send(HttpExchange exchange, Path file, long size) throws IOException {
        Server.begin(exchange, size);
        OutputStream body = exchange.getResponseBody();
        byte[] buffer = new byte[64 * 1024];
        try (InputStream input = Files.newInputStream(file)) {
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                body.write(buffer, 0, count);
            }
        }
    }
}
