// The server, which is the same whatever way a file is sent. It is started as: Server HOST PORT FOLDER
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;

public final class Server {
    /** As many requests are answered at once; by itself, this server answers one after the other. */
    private static final int THREADS = 200;

    public static void main(String[] args) throws IOException {
        // Without this the end of an answer may wait for 40 ms until the client has confirmed its beginning.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetSocketAddress address = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
        Access access = new Access(Path.of(args[2]));
        HttpServer server = HttpServer.create(address, 0);
        server.createContext("/download/", exchange -> answer(exchange, access));
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.start();
    }

    private static void answer(HttpExchange exchange, Access access) throws IOException {
        try (exchange) {
            Access.Found found = access.fileOfLink(exchange.getRequestURI());
            if (found.status() != 200) {
                exchange.sendResponseHeaders(found.status(), -1);
                return;
            }
            long size = Files.size(found.file());
            exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Content-Length", Long.toString(size));
                exchange.sendResponseHeaders(200, -1);
            } else {
                Download.send(exchange, found.file(), size);
            }
        }
    }

    /** Sends the head of an answer with a body of this size. A size of 0 would mean that nobody knows it. */
    static void begin(HttpExchange exchange, long size) throws IOException {
        exchange.sendResponseHeaders(200, size == 0 ? -1 : size);
    }
}
