package io.github.talosforge.simulator.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes one answer with the headers that Proxmox' API daemon sends. */
final class ResponseWriter {
  private static final int WORTH_COMPRESSING = 1024;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

  private final boolean keepAlive;
  private final boolean compressed;

  ResponseWriter(boolean keepAlive, boolean compressed) {
    this.keepAlive = keepAlive;
    this.compressed = compressed;
  }

  static void proceed(ChannelHandlerContext context) {
    context
        .writeAndFlush(
            new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE))
        .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  static void close(ChannelHandlerContext context) {
    context.newSucceededFuture().addListener(ChannelFutureListener.CLOSE);
  }

  void write(ChannelHandlerContext context, Answer answer) {
    if (answer instanceof Answer.Reply reply) {
      write(context, reply);
    } else {
      cut(context);
    }
  }

  /** Without a last word of TLS and with a reset instead of an end, as a crash looks. */
  private static void cut(ChannelHandlerContext context) {
    context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
    context.channel().unsafe().closeForcibly();
  }

  private void write(ChannelHandlerContext context, Answer.Reply reply) {
    boolean stays = keepAlive && reply.status() < 400;
    byte[] plain = reply.body().getBytes(StandardCharsets.UTF_8);
    boolean squeezed = compressed && plain.length > WORTH_COMPRESSING;
    byte[] body = squeezed ? gzip(plain) : plain;
    ByteBuf content = Unpooled.wrappedBuffer(body);
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            new HttpResponseStatus(reply.status(), reason(reply.status(), reply.reason())),
            content);
    headers(response.headers(), reply, body.length, stays);
    if (squeezed) {
      response.headers().set(HttpHeaderNames.CONTENT_ENCODING, "gzip");
    }
    var written = context.writeAndFlush(response);
    if (!stays) {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static void headers(HttpHeaders headers, Answer.Reply reply, int length, boolean stays) {
    String date = DATE.format(ZonedDateTime.now(ZoneOffset.UTC));
    headers.set(HttpHeaderNames.CACHE_CONTROL, "max-age=0");
    headers.set(HttpHeaderNames.CONNECTION, stays ? "Keep-Alive" : "close");
    headers.set(HttpHeaderNames.DATE, date);
    headers.set(HttpHeaderNames.PRAGMA, "no-cache");
    headers.set(HttpHeaderNames.SERVER, "pve-api-daemon/3.0");
    headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
    headers.set(HttpHeaderNames.EXPIRES, date);
    if (reply.contentType() != null) {
      headers.set(HttpHeaderNames.CONTENT_TYPE, reply.contentType());
    }
    reply.headers().forEach(headers::set);
  }

  /** The first line of the message, as far as a status line can carry it. */
  private static String reason(int status, @Nullable String message) {
    if (message == null || message.isEmpty()) {
      return HttpResponseStatus.valueOf(status).reasonPhrase();
    }
    return message.lines().findFirst().orElse("").replaceAll("[\\x00-\\x1f]", " ");
  }

  private static byte[] gzip(byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
