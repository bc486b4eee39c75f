// Content.copy() of Jetty: the file as a source of pieces that are sent as they come, without a thread that waits.
// Use it if the body must pass through your program.
// called: Content.copy() of Jetty
// needs: package jetty
// decides: program
// ranges: no
// conditional: no
// streams: yes
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.PathContentSource;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

final class Download extends Handler.Abstract {
    private final Path files;

    private Download(Path files) {
        this.files = files;
    }

    static Handler handler(Path files) {
        return new Download(files);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        Path file = files.resolve(Path.of(request.getHttpURI().toURI().getPath()).getFileName());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, Files.size(file));
        if (request.getMethod().equals("HEAD")) {
            callback.succeeded();
        } else {
            // without the pool each piece is garbage of its own
            var source = new PathContentSource(file, request.getComponents().getByteBufferPool());
            Content.copy(source, response, callback);
        }
        return true;
    }
}
