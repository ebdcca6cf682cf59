package io.github.talosforge.kubernetes;

import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.audit.Audit;
import io.github.talosforge.net.AnswerLimit;
import io.github.talosforge.net.BrokenConnection;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.EndlessAnswerException;
import io.github.talosforge.net.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Sends requests over HTTPS with a client certificate, on sockets of the dialer. */
final class ApiTransport implements AutoCloseable {
  static final ObjectMapper MAPPER = new ObjectMapper();
  static final int NOT_FOUND = 404;

  /** For a whole answer, however many pieces it comes in. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A thousand nodes, each with the images that it holds, take about ten. */
  private static final AnswerLimit LONGEST_ANSWER = new AnswerLimit(16);

  /** The reasons of several disruption budgets. */
  private static final int LONGEST_WORDS = 1000;

  private final HttpUrl server;
  private final Duration patience;
  private final OkHttpClient client;

  ApiTransport(ApiServerAccess access, Dialer dialer, Audit audit) {
    this(access, dialer, audit, PATIENCE);
  }

  ApiTransport(ApiServerAccess access, Dialer dialer, Audit audit, Duration patience) {
    this.patience = patience;
    server = Objects.requireNonNull(HttpUrl.get(access.server()), "server");
    ClientTls tls = ClientTls.of(access);
    client =
        new OkHttpClient.Builder()
            .sslSocketFactory(tls.socketFactory(), tls.trustManager())
            .socketFactory(dialer.socketFactory())
            .dns(dialer::resolve)
            .proxy(Proxy.NO_PROXY)
            .connectTimeout(patience)
            .readTimeout(patience)
            .callTimeout(patience)
            .followRedirects(false)
            .fastFallback(false)
            .addNetworkInterceptor(SentWrites.to(audit, access))
            .build();
  }

  HttpUrl path(String segments) {
    return server.newBuilder().addPathSegments(segments).build();
  }

  /** Reads; empty: there is no such object. */
  Optional<Answer> get(HttpUrl url) {
    return send(new Request.Builder().url(url).build());
  }

  /** Sends a body; empty: there is no such object. */
  Optional<Answer> send(String method, HttpUrl url, String type, JsonNode body) {
    RequestBody content = RequestBody.create(body.toString(), MediaType.get(type));
    return send(new Request.Builder().url(url).method(method, content).build());
  }

  private Optional<Answer> send(Request request) {
    try (Response response = client.newCall(request).execute()) {
      InputStream body = response.body().byteStream();
      if (response.code() == NOT_FOUND) {
        requireStatus(request, LONGEST_ANSWER.readIfPossible(body));
        return Optional.empty();
      }
      if (!response.isSuccessful()) {
        throw refusal(request, response.code(), LONGEST_ANSWER.readIfPossible(body));
      }
      return Optional.of(answer(request, LONGEST_ANSWER.read(body)));
    } catch (JsonProcessingException e) {
      throw other(
          request.method() + " " + request.url() + " was not answered in the words of Kubernetes.",
          e);
    } catch (EndlessAnswerException e) {
      throw other(failed(request) + " " + e.getMessage() + ".", e);
    } catch (IOException e) {
      throw silence(request, e);
    }
  }

  private static Answer answer(Request request, String body) throws JsonProcessingException {
    return new Answer(request.method() + " " + request.url(), MAPPER.readTree(body));
  }

  /** Any server says 404; that an object is not there, only Kubernetes can say. */
  private static void requireStatus(Request request, String body) {
    if (!isStatus(request, body)) {
      String said = Quote.firstLine(body);
      throw other(
          request.method()
              + " "
              + request.url()
              + " was answered with 404, but not in the words of Kubernetes"
              + (said.isEmpty() ? "." : ": " + said),
          null);
    }
  }

  private static boolean isStatus(Request request, String body) {
    try {
      return answer(request, body).isA(Answer.STATUS);
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  static KubernetesException other(String problem, @Nullable IOException cause) {
    return new KubernetesException(
        problem + "\nCheck that kube-apiserver itself listens there, and no other server.",
        0,
        "",
        cause);
  }

  private String failed(Request request) {
    return request.method()
        + " "
        + request.url().encodedPath()
        + " failed: the Kubernetes API at "
        + server.host()
        + ":"
        + server.port();
  }

  private KubernetesException silence(Request request, IOException failure) {
    return new KubernetesException(
        failed(request)
            + " does not answer: "
            + why(failure)
            + ".\nIt may be starting or overloaded; if it stays so, see whether kube-apiserver runs"
            + " on the control planes and whether a firewall is between.",
        0,
        "",
        failure);
  }

  private String why(IOException failure) {
    return failure instanceof InterruptedIOException
        ? "no whole answer came within " + patience.toSeconds() + " seconds"
        : BrokenConnection.why(failure);
  }

  private static KubernetesException refusal(Request request, int code, String body) {
    String words = words(body);
    String refused =
        (request.method() + " " + request.url() + " was refused: " + code + " " + words).strip();
    return new KubernetesException(
        code == HTTP_UNAUTHORIZED
            ? refused
                + "\nIf the secrets are the cluster's, clocks differ: our certificate was made now by"
                + " this machine's, which says "
                + Instant.now().truncatedTo(ChronoUnit.MINUTES)
                + "."
            : refused,
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
      return Quote.firstLine(body);
    }
    StringBuilder words = new StringBuilder(status.path("message").asText());
    for (JsonNode cause : status.path("details").path("causes")) {
      words.append(' ').append(cause.path("message").asText());
    }
    return Quote.of(words.toString(), LONGEST_WORDS);
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
