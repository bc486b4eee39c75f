// DefaultFileRegion of Netty: the kernel sends the file, and no byte of it passes through Java.
// Use it for files that are sent as they are, over connections that are not encrypted by Java itself.
// called: DefaultFileRegion of Netty
// needs: package netty
// decides: program
// ranges: no
// conditional: no
// streams: yes
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Download {
    static void send(ChannelHandlerContext connection, HttpRequest request, Path file) throws IOException {
        long bytes = Files.size(file);
        var answer = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        answer.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_OCTET_STREAM);
        answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes);
        connection.write(answer);
        if (!request.method().equals(HttpMethod.HEAD)) {
            connection.write(new DefaultFileRegion(file.toFile(), 0, bytes));
        }
        connection.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    }
}
