// ChunkedNioFile of Netty: the file is read piece by piece, of 8 KiB, whenever the connection takes more.
// Use it if the body must pass through your program, as it must where Java encrypts it.
// called: ChunkedNioFile of Netty
// needs: package netty
// decides: program
// ranges: no
// conditional: no
// streams: yes
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpChunkedInput;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.stream.ChunkedNioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class Download {
    static void send(ChannelHandlerContext connection, HttpRequest request, Path file) throws IOException {
        var answer = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        answer.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_OCTET_STREAM);
        answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, Files.size(file));
        connection.write(answer);
        boolean hasBody = !request.method().equals(HttpMethod.HEAD);
        connection.writeAndFlush(
                hasBody ? new HttpChunkedInput(new ChunkedNioFile(file.toFile())) : LastHttpContent.EMPTY_LAST_CONTENT);
    }
}
