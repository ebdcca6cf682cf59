package io.github.talosforge.simulator.kubernetes;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.ssl.SslHandler;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** One connection to an API server. */
final class ApiConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final ApiAccess api;
  private @Nullable Watch watch;

  ApiConnection(ApiAccess api) {
    this.api = api;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    ApiRecorder.Arrived call = api.arrived(translate(request));
    boolean stays = HttpUtil.isKeepAlive(request);
    Duration latency = call.due().latency();
    if (latency.isZero()) {
      answer(context, call, stays);
    } else {
      Future<?> unused =
          context
              .executor()
              .schedule(
                  () -> answer(context, call, stays), latency.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void answer(ChannelHandlerContext context, ApiRecorder.Arrived call, boolean stays) {
    ApiResponse response = api.answer(certificate(context), call);
    if (response instanceof ApiResponse.Document document) {
      send(context, document, call.request().method().equals("HEAD"), stays);
    } else if (response instanceof ApiResponse.Stream stream) {
      stream(context, stream);
    } else {
      context.newSucceededFuture().addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static Optional<X509Certificate> certificate(ChannelHandlerContext context) {
    SslHandler tls = context.pipeline().get(SslHandler.class);
    try {
      Certificate[] chain = tls.engine().getSession().getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate first
          ? Optional.of(first)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException none) {
      return Optional.empty();
    }
  }

  private static ApiRequest translate(FullHttpRequest request) {
    QueryStringDecoder decoder = new QueryStringDecoder(request.uri());
    Map<String, String> query = new HashMap<>();
    decoder.parameters().forEach((name, values) -> query.put(name, values.get(0)));
    HttpHeaders headers = request.headers();
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE, "");
    return new ApiRequest(
        request.method().name(),
        decoder.path(),
        query,
        headers.get(HttpHeaderNames.ACCEPT, ""),
        type.split(";", 2)[0].strip(),
        request.content().toString(StandardCharsets.UTF_8));
  }

  private static void send(
      ChannelHandlerContext context, ApiResponse.Document document, boolean head, boolean stays) {
    ByteBuf body = Unpooled.copiedBuffer(document.body(), StandardCharsets.UTF_8);
    int length = body.readableBytes();
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(document.status()),
            head ? Unpooled.EMPTY_BUFFER : body);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, document.contentType());
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, length);
    response.headers().set(HttpHeaderNames.CACHE_CONTROL, "no-cache, private");
    ChannelFuture written = context.writeAndFlush(response);
    if (!stays) {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  private void stream(ChannelHandlerContext context, ApiResponse.Stream stream) {
    DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    head.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
    head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    head.headers().set(HttpHeaderNames.CACHE_CONTROL, "no-cache, private");
    ChannelFuture started = context.writeAndFlush(head);
    watch = stream.watch();
    api.follow(
        stream.watch(),
        line -> {
          Future<?> unused = context.writeAndFlush(chunk(line));
        });
    Future<?> unused =
        started.addListener(
            ignored -> {
              Future<?> unusedEnd =
                  context
                      .executor()
                      .schedule(() -> end(context), stream.seconds(), TimeUnit.SECONDS);
            });
  }

  private static DefaultHttpContent chunk(String line) {
    return new DefaultHttpContent(Unpooled.copiedBuffer(line, StandardCharsets.UTF_8));
  }

  private void end(ChannelHandlerContext context) {
    forget();
    context
        .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
        .addListener(ChannelFutureListener.CLOSE);
  }

  private void forget() {
    Watch open = watch;
    watch = null;
    if (open != null) {
      api.forget(open);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    forget();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.newSucceededFuture().addListener(ChannelFutureListener.CLOSE);
  }
}
