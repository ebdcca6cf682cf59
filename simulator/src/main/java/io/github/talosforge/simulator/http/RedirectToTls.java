package io.github.talosforge.simulator.http;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** Sends whoever speaks plain HTTP to the TLS port to the same address with TLS. */
final class RedirectToTls extends SimpleChannelInboundHandler<HttpObject> {
  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
    if (message instanceof HttpRequest request) {
      boolean read =
          request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              read ? HttpResponseStatus.MOVED_PERMANENTLY : HttpResponseStatus.PERMANENT_REDIRECT);
      String host = request.headers().get(HttpHeaderNames.HOST, "localhost");
      response.headers().set(HttpHeaderNames.LOCATION, "https://" + host + request.uri());
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, 0);
      response.headers().set(HttpHeaderNames.CONNECTION, "close");
      context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ResponseWriter.close(context);
  }
}
