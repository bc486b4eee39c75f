// The server, which is the same whatever way a file is sent. It is started as: Server HOST PORT FOLDER
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

public final class Server {
    public static void main(String[] args) throws Exception {
        var address = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
        Path files = Path.of(args[2]);
        var server = new org.eclipse.jetty.server.Server(address);
        server.setHandler(new Gate(new Access(files), Download.handler(files)));
        server.start();
        server.join();
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
