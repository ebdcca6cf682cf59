package io.github.talosforge.simulator.http;

import io.github.talosforge.simulator.api.UploadedFile;
import io.github.talosforge.simulator.auth.Credentials;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the parts of one request. */
final class RequestReader {
  private static final String JSON = "application/json";
  private static final List<String> READABLE =
      List.of("", "application/x-www-form-urlencoded", JSON);

  private final HttpRequest head;
  private final ResponseWriter writer;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final @Nullable MultipartUpload upload;

  private RequestReader(HttpRequest head, ResponseWriter writer, @Nullable MultipartUpload upload) {
    this.head = head;
    this.writer = writer;
    this.upload = upload;
  }

  static RequestReader of(HttpRequest head, ResponseWriter writer) {
    boolean upload = isUpload(head) && isMultipart(head);
    return new RequestReader(head, writer, upload ? new MultipartUpload(head) : null);
  }

  static boolean isUpload(HttpRequest head) {
    return head.method().name().equals("POST") && path(head).endsWith("/upload");
  }

  static boolean isMultipart(HttpRequest head) {
    return contentType(head.headers()).equals("multipart/form-data");
  }

  static boolean isReadable(HttpRequest head) {
    return READABLE.contains(contentType(head.headers()));
  }

  private static String contentType(HttpHeaders headers) {
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE, "");
    return type.split("[;,]", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static String path(HttpRequest head) {
    return head.uri().split("\\?", 2)[0];
  }

  ResponseWriter writer() {
    return writer;
  }

  void add(HttpContent content) {
    if (upload != null) {
      upload.add(content);
    } else {
      byte[] part = new byte[content.content().readableBytes()];
      content.content().readBytes(part);
      body.writeBytes(part);
    }
  }

  void discard() {
    if (upload != null) {
      upload.discard();
    }
  }

  /**
   * The whole request.
   *
   * @throws UnreadableRequest when the body cannot be read
   */
  Request request() {
    Map<String, String> parameters = new LinkedHashMap<>();
    UploadedFile file = null;
    if (upload != null) {
      file = upload.finish(parameters);
    } else if (contentType(head.headers()).equals(JSON)) {
      parameters.putAll(Parameters.json(body.toByteArray()));
    } else {
      parameters.putAll(Parameters.form(body.toString(StandardCharsets.UTF_8)));
    }
    String[] halves = head.uri().split("\\?", 2);
    parameters.putAll(Parameters.form(halves.length > 1 ? halves[1] : ""));
    // The GUI adds this to defeat caches.
    parameters.remove("_dc");
    return new Request(head.method().name(), halves[0], parameters, credentials(), file);
  }

  private Credentials credentials() {
    HttpHeaders headers = head.headers();
    return Credentials.of(
        headers.get(HttpHeaderNames.COOKIE),
        headers.get(HttpHeaderNames.AUTHORIZATION),
        headers.get("CSRFPreventionToken"));
  }
}
