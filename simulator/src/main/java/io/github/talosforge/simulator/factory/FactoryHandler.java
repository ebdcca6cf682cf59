package io.github.talosforge.simulator.factory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The routes of the Image Factory. */
final class FactoryHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern SCHEMATIC = Pattern.compile("/schematics/([0-9a-f]+)");
  private static final Pattern EXTENSIONS =
      Pattern.compile("/version/(v[^/]+)/(extensions|overlays)/official");

  private final ImageFactory factory;

  FactoryHandler(ImageFactory factory) {
    this.factory = factory;
  }

  /** What is sent: the length is a field of its own, because HEAD declares without sending. */
  private record Sent(
      int status, String type, ByteBuf body, long length, Map<String, String> more) {
    static Sent text(int status, String text) {
      return of(status, "text/plain; charset=utf-8", text);
    }

    private static Sent of(int status, String type, String text) {
      ByteBuf body = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
      return new Sent(status, type, body, body.readableBytes(), Map.of());
    }

    static Sent json(int status, Object value) {
      try {
        return of(status, "application/json", JSON.writeValueAsString(value));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("Cannot write JSON", e);
      }
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    Sent sent = answer(request);
    boolean head = request.method().name().equals("HEAD");
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(sent.status()),
            head ? Unpooled.EMPTY_BUFFER : sent.body());
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, sent.type());
    long length = head ? sent.length() : response.content().readableBytes();
    headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
    sent.more().forEach(headers::set);
    boolean stays = HttpUtil.isKeepAlive(request);
    var written = context.writeAndFlush(response);
    if (!stays) {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  private Sent answer(FullHttpRequest request) {
    String method = request.method().name();
    String path = request.uri().split("\\?", 2)[0];
    if (method.equals("POST") && path.equals("/schematics")) {
      return create(request.content().toString(StandardCharsets.UTF_8));
    }
    return method.equals("GET") || method.equals("HEAD")
        ? read(path)
        : Sent.text(405, "Method Not Allowed\n");
  }

  private Sent create(String text) {
    try {
      Schematic schematic = factory.add(text);
      Map<String, String> answer = new LinkedHashMap<>();
      answer.put("id", schematic.id());
      answer.put("schematic", schematic.canonical());
      return Sent.json(201, answer);
    } catch (IllegalArgumentException e) {
      return Sent.text(400, "error unmarshaling schematic: " + e.getMessage() + "\n");
    }
  }

  private Sent read(String path) {
    if (path.equals("/versions")) {
      return Sent.json(200, ImageFactory.versions());
    }
    Matcher schematic = SCHEMATIC.matcher(path);
    if (schematic.matches()) {
      return showSchematic(schematic.group(1));
    }
    Matcher extensions = EXTENSIONS.matcher(path);
    if (extensions.matches()) {
      return extensions(extensions.group(1), extensions.group(2).equals("extensions"));
    }
    Optional<ImageName> image = ImageName.parse(path);
    return image.map(this::image).orElseGet(() -> Sent.text(404, "404 page not found\n"));
  }

  private Sent showSchematic(String id) {
    Schematic known = factory.schematic(id);
    return known == null
        ? Sent.text(404, "schematic ID \"" + id + "\" not found\n")
        : Sent.text(200, known.canonical());
  }

  private static Sent extensions(String version, boolean extensions) {
    if (!ImageFactory.versions().contains(version)) {
      return Sent.text(404, "version " + version + " is not available\n");
    }
    List<Map<String, String>> rows =
        extensions ? ImageFactory.EXTENSIONS.stream().map(FactoryHandler::row).toList() : List.of();
    return Sent.json(200, rows);
  }

  private static Map<String, String> row(String name) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("name", name);
    row.put("ref", "ghcr.io/" + name + ":simulated");
    row.put("digest", "sha256:" + "0".repeat(64));
    row.put("author", "Sidero Labs");
    row.put("description", "Simulated " + name + ".");
    return row;
  }

  private Sent image(ImageName name) {
    String problem = factory.problem(name);
    if (problem != null) {
      return Sent.text(problem.startsWith("official") ? 400 : 404, problem + "\n");
    }
    if (name.isChecksum()) {
      return Sent.text(402, "enterprise feature is not enabled\n");
    }
    Map<String, String> more =
        Map.of("Content-Disposition", "attachment; filename=\"" + name.file() + "\"");
    ByteBuf content = Unpooled.wrappedBuffer(ImageFile.content(name));
    return new Sent(200, name.contentType(), content, name.size(), more);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.newSucceededFuture().addListener(ChannelFutureListener.CLOSE);
  }
}
