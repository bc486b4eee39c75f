// The server, which is the same whatever way a file is sent. It is started as: Server HOST PORT FOLDER [KEYS]
// With a store of its key and certificate (PKCS12) it speaks HTTPS.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

public final class Server {
    /** As many requests are answered at once; by itself, this server answers one after the other. */
    private static final int THREADS = 200;

    /** The password of the store; nobody but the server can read the file. */
    private static final char[] PASSWORD = "changeit".toCharArray();

    public static void main(String[] args) throws IOException, GeneralSecurityException {
        // Without this the end of an answer may wait for 40 ms until the client has confirmed its beginning.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetSocketAddress address = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
        Access access = new Access(Path.of(args[2]));
        HttpServer server = args.length > 3 ? secure(address, new File(args[3])) : HttpServer.create(address, 0);
        server.createContext("/download/", exchange -> answer(exchange, access));
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.start();
    }

    private static HttpServer secure(InetSocketAddress address, File keys)
            throws IOException, GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(KeyStore.getInstance(keys, PASSWORD), PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return server;
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
