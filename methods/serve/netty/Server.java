// The server, which is the same whatever way a file is sent. It is started as: Server HOST PORT FOLDER
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.stream.ChunkedWriteHandler;
import java.net.URI;
import java.nio.file.Path;

public final class Server {
    public static void main(String[] args) throws Exception {
        var access = new Access(Path.of(args[2]));
        var server = new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory()))
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                        connection.pipeline().addLast(new HttpServerCodec(), new HttpServerKeepAliveHandler());
                        connection.pipeline().addLast(new ChunkedWriteHandler(), new Gate(access));
                    }
                });
        server.bind(args[0], Integer.parseInt(args[1])).sync().channel().closeFuture().sync();
    }

    /** Lets those pass that have a right signature. */
    private static final class Gate extends SimpleChannelInboundHandler<HttpRequest> {
        private final Access access;

        Gate(Access access) {
            this.access = access;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext connection, HttpRequest request) throws Exception {
            Access.Found found = access.fileOfLink(URI.create(request.uri()));
            if (found.status() == 200) {
                Download.send(connection, request, found.file());
                return;
            }
            var status = HttpResponseStatus.valueOf(found.status());
            var answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
            answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, 0);
            connection.writeAndFlush(answer);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext connection, Throwable cause) {
            connection.close(); // a client that went away, or a file that did
        }
    }
}
