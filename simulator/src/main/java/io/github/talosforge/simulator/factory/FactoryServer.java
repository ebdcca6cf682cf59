package io.github.talosforge.simulator.factory;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Serves an Image Factory over HTTP on loopback. */
public final class FactoryServer implements AutoCloseable {
  private static final int LARGEST_BODY = 1 << 20;

  private final EventLoopGroup loops;
  private final Channel listener;

  private FactoryServer(EventLoopGroup loops, Channel listener) {
    this.loops = loops;
    this.listener = listener;
  }

  /**
   * Starts a server.
   *
   * @param port the port; 0: any free one
   * @param factory what it serves
   * @return the server
   * @throws BindException when the port is taken
   */
  public static FactoryServer start(int port, ImageFactory factory) throws BindException {
    EventLoopGroup loops =
        new NioEventLoopGroup(1, new DefaultThreadFactory("simulator-factory", true));
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(LARGEST_BODY))
                        .addLast(new FactoryHandler(factory));
                  }
                });
    var bound =
        bootstrap
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      throw new BindException("Cannot listen on port " + port + ": " + bound.cause().getMessage());
    }
    return new FactoryServer(loops, bound.channel());
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
}
