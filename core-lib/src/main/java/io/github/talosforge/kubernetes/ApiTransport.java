package io.github.talosforge.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.net.Dialer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Sends requests over HTTPS with a client certificate, on sockets of the dialer. */
final class ApiTransport implements AutoCloseable {
  static final ObjectMapper MAPPER = new ObjectMapper();
  static final int NOT_FOUND = 404;

  private static final int LONGEST_LINE = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpUrl server;
  private final OkHttpClient client;

  ApiTransport(ApiServerAccess access, Dialer dialer) {
    server = Objects.requireNonNull(HttpUrl.get(access.server()), "server");
    ClientTls tls = ClientTls.of(access);
    client =
        new OkHttpClient.Builder()
            .sslSocketFactory(tls.socketFactory(), tls.trustManager())
            .socketFactory(dialer.socketFactory())
            .dns(dialer::resolve)
            .proxy(Proxy.NO_PROXY)
            .connectTimeout(PATIENCE)
            .callTimeout(PATIENCE)
            .followRedirects(false)
            .fastFallback(false)
            .build();
  }

  HttpUrl path(String segments) {
    return server.newBuilder().addPathSegments(segments).build();
  }

  Optional<JsonNode> get(HttpUrl url) {
    return send(new Request.Builder().url(url).build());
  }

  /** Sends a body; empty: there is no such object. */
  Optional<JsonNode> send(String method, HttpUrl url, String type, JsonNode body) {
    RequestBody content = RequestBody.create(body.toString(), MediaType.get(type));
    return send(new Request.Builder().url(url).method(method, content).build());
  }

  private Optional<JsonNode> send(Request request) {
    try (Response response = client.newCall(request).execute()) {
      String body = response.body().string();
      if (response.code() == NOT_FOUND) {
        return Optional.empty();
      }
      if (!response.isSuccessful()) {
        throw refusal(request, response.code(), body);
      }
      return Optional.of(MAPPER.readTree(body));
    } catch (JsonProcessingException e) {
      throw new KubernetesException(
          request.method() + " " + request.url() + " was not answered in the words of Kubernetes.",
          0,
          "",
          e);
    } catch (IOException e) {
      throw silence(request, e);
    }
  }

  private KubernetesException silence(Request request, IOException failure) {
    return new KubernetesException(
        request.method()
            + " "
            + request.url().encodedPath()
            + " failed: the Kubernetes API at "
            + server.host()
            + ":"
            + server.port()
            + " does not answer: "
            + why(failure)
            + ".\nIt may be starting or overloaded; if it stays so, see whether kube-apiserver runs"
            + " on the control planes and whether a firewall is between.",
        0,
        "",
        failure);
  }

  private static String why(IOException failure) {
    if (failure instanceof UnknownHostException) {
      return "the name is unknown";
    }
    if (failure instanceof NoRouteToHostException) {
      return "there is no route to it";
    }
    if (failure instanceof ConnectException) {
      return "the connection was refused";
    }
    if (failure instanceof InterruptedIOException) {
      return "nothing came within " + PATIENCE.toSeconds() + " seconds";
    }
    return Objects.requireNonNullElse(failure.getMessage(), "the connection broke");
  }

  private static KubernetesException refusal(Request request, int code, String body) {
    String words = words(body);
    return new KubernetesException(
        (request.method() + " " + request.url() + " was refused: " + code + " " + words).strip(),
        code,
        words,
        null);
  }

  /** The message, and the causes that name what stands in the way. */
  private static String words(String body) {
    JsonNode status;
    try {
      status = MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      return plain(body);
    }
    StringBuilder words = new StringBuilder(status.path("message").asText());
    for (JsonNode cause : status.path("details").path("causes")) {
      words.append(' ').append(cause.path("message").asText());
    }
    return words.toString().strip();
  }

  /** What stands in front of Kubernetes answers in one line of text, or with a page. */
  private static String plain(String body) {
    String line = body.strip().lines().findFirst().orElse("");
    return line.startsWith("<") || line.startsWith("{") || line.length() > LONGEST_LINE
        ? ""
        : line.replaceAll("\\p{Cntrl}", "");
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
