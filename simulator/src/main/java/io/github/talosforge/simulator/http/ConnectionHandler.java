package io.github.talosforge.simulator.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.IdleStateEvent;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection: one request after the other, within the limits. */
final class ConnectionHandler extends SimpleChannelInboundHandler<HttpObject> {
  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE");

  private final TransportLimits limits;
  private final RequestHandler handler;
  private int remaining;
  private @Nullable RequestReader reader;
  private @Nullable Future<?> held;
  private boolean busy;

  ConnectionHandler(TransportLimits limits, RequestHandler handler) {
    this.limits = limits;
    this.handler = handler;
    remaining = limits.requests();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
    if (message.decoderResult().isFailure()) {
      // The real daemon gives up on such a header without a word.
      ResponseWriter.close(context);
      return;
    }
    if (message instanceof HttpRequest request) {
      begin(context, request);
    }
    if (message instanceof HttpContent content && reader != null) {
      reader.add(content);
      if (content instanceof LastHttpContent) {
        end(context, reader);
      }
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    remaining--;
    busy = true;
    boolean keepAlive =
        remaining > 0 && HttpUtil.isKeepAlive(request) && !RequestReader.isUpload(request);
    String encodings = request.headers().get(HttpHeaderNames.ACCEPT_ENCODING, "");
    ResponseWriter writer = new ResponseWriter(keepAlive, encodings.contains("gzip"));
    if (request.headers().size() + 1 >= limits.headerLines()) {
      ResponseWriter.close(context);
      return;
    }
    Answer refusal = refusal(request);
    if (refusal != null) {
      writer.write(context, refusal);
      return;
    }
    if (HttpUtil.is100ContinueExpected(request)) {
      ResponseWriter.proceed(context);
    }
    reader = RequestReader.of(request, writer);
  }

  private @Nullable Answer refusal(HttpRequest request) {
    String method = request.method().name();
    if (request.protocolVersion().majorVersion() != 1) {
      return Answer.Reply.bare(506, "http protocol version not supported");
    }
    if (!METHODS.contains(method)) {
      return Answer.Reply.bare(501, "method '" + method + "' not available");
    }
    String encoding = request.headers().get(HttpHeaderNames.TRANSFER_ENCODING);
    if (encoding != null) {
      return spoken(
          501,
          encoding.equalsIgnoreCase("chunked")
              ? "chunked transfer encoding not supported"
              : "Unknown transfer encoding '" + encoding + "'");
    }
    long length = HttpUtil.getContentLength(request, 0L);
    return length == 0 ? null : refusalOfBody(request, method, length);
  }

  private @Nullable Answer refusalOfBody(HttpRequest request, String method, long length) {
    if (!method.equals("PUT") && !method.equals("POST")) {
      return spoken(501, "Unexpected content for method '" + method + "'");
    }
    if (RequestReader.isUpload(request)) {
      return RequestReader.isMultipart(request) ? null : notImplemented(request, 501);
    }
    if (length > limits.body()) {
      return spoken(501, "for data too large");
    }
    return RequestReader.isReadable(request) ? null : notImplemented(request, 506);
  }

  private static Answer notImplemented(HttpRequest request, int status) {
    String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
    return spoken(status, "upload 'Content-Type '" + type + "' not implemented");
  }

  private static Answer spoken(int status, String text) {
    return Answer.Reply.spoken(status, text, "");
  }

  private void end(ChannelHandlerContext context, RequestReader complete) {
    reader = null;
    context.channel().config().setAutoRead(false);
    Request request;
    try {
      request = complete.request();
    } catch (UnreadableRequest e) {
      complete.writer().write(context, e.answer());
      return;
    }
    handler.handle(
        request,
        answer -> context.executor().execute(() -> send(context, complete.writer(), answer)));
  }

  private void send(ChannelHandlerContext context, ResponseWriter writer, Answer answer) {
    if (answer instanceof Answer.Reply reply && !reply.delay().isZero()) {
      held =
          context
              .executor()
              .schedule(
                  () -> finish(context, writer, reply),
                  reply.delay().toNanos(),
                  TimeUnit.NANOSECONDS);
    } else {
      finish(context, writer, answer);
    }
  }

  private void finish(ChannelHandlerContext context, ResponseWriter writer, Answer answer) {
    busy = false;
    writer.write(context, answer);
    context.channel().config().setAutoRead(true);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent && !busy) {
      ResponseWriter.close(context);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ResponseWriter.close(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (reader != null) {
      reader.discard();
      reader = null;
    }
    if (held != null) {
      held.cancel(false);
    }
  }
}
