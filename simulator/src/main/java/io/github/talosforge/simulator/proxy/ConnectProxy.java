package io.github.talosforge.simulator.proxy;

import io.github.talosforge.simulator.talos.Reachability;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** An HTTP proxy on loopback that connects to simulated nodes and to nothing else. */
public final class ConnectProxy implements AutoCloseable {
  private final EventLoopGroup loops;
  private final Channel listener;

  private ConnectProxy(EventLoopGroup loops, Channel listener) {
    this.loops = loops;
    this.listener = listener;
  }

  /**
   * Starts a proxy.
   *
   * @param port the port; 0: any free one
   * @param nodes who answers at simulated addresses
   * @return the proxy
   * @throws BindException when the port is taken
   */
  public static ConnectProxy start(int port, Reachability nodes) throws BindException {
    EventLoopGroup loops =
        new NioEventLoopGroup(2, new DefaultThreadFactory("simulator-proxy", true));
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec())
                        .addLast(new ConnectHandler(nodes));
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
    return new ConnectProxy(loops, bound.channel());
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
