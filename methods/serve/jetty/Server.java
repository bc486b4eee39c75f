// The server, which is the same whatever way a file is sent. It is started as: Server HOST PORT FOLDER [KEYS]
// With a store of its key and certificate (PKCS12) it speaks HTTPS.
import java.nio.file.Path;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

public final class Server {
    public static void main(String[] args) throws Exception {
        Path files = Path.of(args[2]);
        var server = new org.eclipse.jetty.server.Server();
        var connector = args.length > 3 ? secure(server, args[3]) : new ServerConnector(server);
        connector.setHost(args[0]);
        connector.setPort(Integer.parseInt(args[1]));
        server.addConnector(connector);
        server.setHandler(new Gate(new Access(files), Download.handler(files)));
        server.start();
        server.join();
    }

    private static ServerConnector secure(org.eclipse.jetty.server.Server server, String keys) {
        var context = new SslContextFactory.Server();
        context.setKeyStorePath(keys);
        context.setKeyStorePassword("changeit"); // nobody but the server can read the file
        return new ServerConnector(server, context);
    }

    /** Lets those pass that have a right signature. */
    private static final class Gate extends Handler.Wrapper {
        private final Access access;

        Gate(Access access, Handler behind) {
            super(behind);
            this.access = access;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            int status = access.fileOfLink(request.getHttpURI().toURI()).status();
            if (status == 200) {
                return super.handle(request, response, callback);
            }
            Response.writeError(request, response, callback, status);
            return true;
        }
    }
}
