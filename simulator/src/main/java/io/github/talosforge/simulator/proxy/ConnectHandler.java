package io.github.talosforge.simulator.proxy;

import io.github.talosforge.simulator.talos.Reachability;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Connects one caller to one simulated socket. */
final class ConnectHandler extends SimpleChannelInboundHandler<HttpObject> {
  private static final int TIMEOUT = 5_000;

  private final Reachability nodes;

  ConnectHandler(Reachability nodes) {
    this.nodes = nodes;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
    if (message.decoderResult().isFailure()) {
      refuse(context, 400, "This is no HTTP request.");
    } else if (message instanceof HttpRequest request) {
      begin(context, request);
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    if (!request.method().equals(HttpMethod.CONNECT)) {
      refuse(
          context,
          403,
          "This proxy connects to simulated nodes by CONNECT; it fetches nothing, so "
              + request.method()
              + " is refused.");
      return;
    }
    Authority wanted = Authority.parse(request.uri()).orElse(null);
    if (wanted == null) {
      refuse(context, 400, "CONNECT takes host:port, not '" + request.uri() + "'.");
      return;
    }
    InetSocketAddress socket = nodes.loopback(wanted.host(), wanted.port()).orElse(null);
    if (socket == null) {
      refuse(
          context,
          502,
          "No simulated node answers at "
              + wanted
              + ". This proxy reaches simulated nodes and nothing else.");
    } else if (socket.isUnresolved() || !socket.getAddress().isLoopbackAddress()) {
      refuse(context, 403, wanted + " leads outside of this machine, where this proxy never goes.");
    } else {
      dial(context, wanted, socket);
    }
  }

  private static void dial(
      ChannelHandlerContext context, Authority wanted, InetSocketAddress socket) {
    Channel caller = context.channel();
    caller.config().setAutoRead(false);
    new Bootstrap()
        .group(caller.eventLoop())
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, TIMEOUT)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.AUTO_READ, false)
        .handler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(new Relay(caller));
              }
            })
        .connect(socket)
        .addListener(
            (ChannelFutureListener)
                dialled -> {
                  if (dialled.isSuccess()) {
                    join(context, dialled.channel());
                  } else {
                    refuse(context, 502, "The simulated node at " + wanted + " does not answer.");
                  }
                });
  }

  private static void join(ChannelHandlerContext context, Channel node) {
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, new HttpResponseStatus(200, "Connection established"));
    context
        .writeAndFlush(response)
        .addListener(
            (ChannelFutureListener)
                written -> {
                  Channel caller = written.channel();
                  caller.pipeline().addLast(new Relay(node));
                  caller.pipeline().remove(ConnectHandler.class);
                  caller.pipeline().remove(HttpServerCodec.class);
                  caller.read();
                  node.read();
                });
  }

  private static void refuse(ChannelHandlerContext context, int status, String sentence) {
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(status),
            Unpooled.copiedBuffer(sentence + "\n", StandardCharsets.UTF_8));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
    response.headers().set(HttpHeaderNames.CONNECTION, "close");
    context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.newSucceededFuture().addListener(ChannelFutureListener.CLOSE);
  }
}
