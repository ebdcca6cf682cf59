package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;
import okio.Okio;
import okio.Source;

/**
 * Writes a request as Proxmox takes it: parameters of GET and DELETE in the query, of POST and PUT
 * as a form with a length, never chunked.
 */
final class RequestEncoding {
  static final int LARGEST_BODY = 512 * 1024;

  /** Proxmox reads 8 KiB of headers, the request line included; the rest is left for the others. */
  static final int LONGEST_TARGET = 6 * 1024;

  private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");
  private static final MediaType BYTES = MediaType.get("application/octet-stream");

  private RequestEncoding() {}

  static Request.Builder encode(ProxmoxEndpoint endpoint, ApiRequest request) {
    String target = endpoint + "/api2/json" + request.path();
    Request.Builder builder =
        new Request.Builder()
            .header("Accept", "application/json")
            .header("User-Agent", "talosforge");
    builder.tag(ApiRequest.class, request);
    return switch (request.method()) {
      case GET -> builder.url(withQuery(target, request)).get();
      case DELETE -> builder.url(withQuery(target, request)).delete(null);
      case POST -> builder.url(target).post(body(request));
      case PUT -> builder.url(target).put(body(request));
    };
  }

  private static String withQuery(String target, ApiRequest request) {
    String query = form(request.parameters());
    if (query.length() > LONGEST_TARGET) {
      throw tooLarge(request, query.length(), LONGEST_TARGET);
    }
    return query.isEmpty() ? target : target + "?" + query;
  }

  private static RequestBody body(ApiRequest request) {
    if (request.file().isPresent()) {
      return multipart(request, request.file().get());
    }
    byte[] bytes = form(request.parameters()).getBytes(StandardCharsets.US_ASCII);
    if (bytes.length > LARGEST_BODY) {
      throw tooLarge(request, bytes.length, LARGEST_BODY);
    }
    return RequestBody.create(bytes, FORM);
  }

  private static String form(List<ApiRequest.Parameter> parameters) {
    return parameters.stream()
        .map(each -> PathTemplate.encode(each.name()) + "=" + PathTemplate.encode(each.value()))
        .collect(Collectors.joining("&"));
  }

  private static RequestBody multipart(ApiRequest request, FilePart file) {
    MultipartBody.Builder parts = new MultipartBody.Builder().setType(MultipartBody.FORM);
    request.parameters().forEach(each -> parts.addFormDataPart(each.name(), each.value()));
    return parts.addFormDataPart("filename", file.name(), new FileBody(file)).build();
  }

  private static ProxmoxException tooLarge(ApiRequest request, int size, int limit) {
    return ProxmoxException.of(
            ErrorKind.PARAMETER,
            request.summary()
                + " was not sent: its parameters take "
                + size
                + " bytes, and Proxmox accepts "
                + limit
                + " here.")
        .suggestion("Shorten the longest value, usually the description or the SSH keys.")
        .request(request.summary())
        .build();
  }

  private static final class FileBody extends RequestBody {
    private final FilePart file;

    FileBody(FilePart file) {
      this.file = file;
    }

    @Override
    public MediaType contentType() {
      return BYTES;
    }

    @Override
    public long contentLength() {
      return file.size();
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      try (InputStream in = file.content().open();
          Source source = Okio.source(in)) {
        sink.writeAll(source);
      }
    }
  }
}
