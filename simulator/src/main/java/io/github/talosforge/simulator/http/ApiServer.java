package io.github.talosforge.simulator.http;

import io.github.talosforge.simulator.tls.ServerTls;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.OptionalSslHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** An HTTPS server on loopback. Plain HTTP on the same port is redirected. */
public final class ApiServer implements AutoCloseable {
  private static final int REQUEST_LINE = 64 * 1024;

  private final EventLoopGroup loops;
  private final Channel listener;

  private ApiServer(EventLoopGroup loops, Channel listener) {
    this.loops = loops;
    this.listener = listener;
  }

  /**
   * Starts a server.
   *
   * @param port the port; 0: any free one
   * @param identity its certificate
   * @param limits the limits of a connection
   * @param handler what answers
   * @return the server
   * @throws BindException when the port is taken
   */
  public static ApiServer start(
      int port, TlsIdentity identity, TransportLimits limits, RequestHandler handler)
      throws BindException {
    SslContext tls = ServerTls.of(identity.key(), identity.certificate()).build();
    EventLoopGroup loops =
        new NioEventLoopGroup(2, new DefaultThreadFactory("simulator-http", true));
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Connections(tls, limits, handler));
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    var bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      throw new BindException("Cannot listen on port " + port + ": " + bound.cause().getMessage());
    }
    return new ApiServer(loops, bound.channel());
  }

  /**
   * The port that it listens on.
   *
   * @return the port
   */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private static final class Connections extends ChannelInitializer<SocketChannel> {
    private final SslContext tls;
    private final TransportLimits limits;
    private final RequestHandler handler;

    Connections(SslContext tls, TransportLimits limits, RequestHandler handler) {
      this.tls = tls;
      this.limits = limits;
      this.handler = handler;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      channel
          .pipeline()
          .addLast(new TlsOrRedirect(tls))
          .addLast(new IdleStateHandler(0, 0, limits.idle().toMillis(), TimeUnit.MILLISECONDS))
          .addLast(new HttpServerCodec(REQUEST_LINE, limits.headerBytes(), REQUEST_LINE))
          .addLast("requests", new ConnectionHandler(limits, handler));
    }
  }

  private static final class TlsOrRedirect extends OptionalSslHandler {
    TlsOrRedirect(SslContext tls) {
      super(tls);
    }

    @Override
    protected ChannelHandler newNonSslHandler(ChannelHandlerContext context) {
      context.pipeline().replace("requests", "requests", new RedirectToTls());
      return new ChannelInboundHandlerAdapter();
    }
  }
}
