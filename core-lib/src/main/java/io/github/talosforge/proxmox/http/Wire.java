package io.github.talosforge.proxmox.http;

import io.github.talosforge.net.AnswerLimit;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.CertificatePinner;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/** Sends one request to one endpoint, once. */
final class Wire implements AutoCloseable {
  /** Proxmox closes a connection that was idle for five seconds. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(3);

  private static final int IDLE_CONNECTIONS = 8;

  /** The lists of the largest clusters have a few MiB; more is not an answer but a leak. */
  private static final AnswerLimit LONGEST_ANSWER = new AnswerLimit(64);

  private final OkHttpClient reads;

  /**
   * Changes never use a connection again: if the server closes it at that moment, nobody could tell
   * whether the change was read, and a handshake is cheaper than that doubt.
   */
  private final OkHttpClient writes;

  Wire(ProxmoxConnection connection, List<Interceptor> observers) {
    TlsTrust tls = TlsTrust.of(connection.trust());
    OkHttpClient.Builder builder =
        new OkHttpClient.Builder()
            .protocols(List.of(Protocol.HTTP_1_1))
            .connectionSpecs(List.of(ConnectionSpec.MODERN_TLS, ConnectionSpec.CLEARTEXT))
            .certificatePinner(CertificatePinner.DEFAULT)
            .sslSocketFactory(tls.socketFactory(), tls.trustManager())
            .socketFactory(connection.dialer().socketFactory())
            .dns(connection.dialer()::resolve)
            .proxy(Proxy.NO_PROXY)
            .connectionPool(
                new ConnectionPool(IDLE_CONNECTIONS, KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS))
            .connectTimeout(connection.connectTimeout())
            .readTimeout(Duration.ZERO)
            .writeTimeout(Duration.ZERO)
            .followRedirects(false)
            .followSslRedirects(false)
            .retryOnConnectionFailure(false)
            .fastFallback(false)
            .addNetworkInterceptor(new ConnectionRetirement())
            .eventListenerFactory(Wire::progressOf);
    tls.hostnameVerifier().ifPresent(builder::hostnameVerifier);
    observers.forEach(builder::addInterceptor);
    reads = builder.build();
    writes = reads.newBuilder().connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS)).build();
  }

  private static EventListener progressOf(Call call) {
    return Objects.requireNonNull(call.request().tag(CallProgress.class));
  }

  WireAnswer exchange(
      ProxmoxEndpoint endpoint, ApiRequest request, Map<String, String> headers, Duration timeout)
      throws WireFailure {
    CallProgress progress = new CallProgress();
    Request.Builder encoded = RequestEncoding.encode(endpoint, request);
    headers.forEach(encoded::header);
    OkHttpClient client = request.effect() == ApiRequest.Effect.READ ? reads : writes;
    Call call = client.newCall(encoded.tag(CallProgress.class, progress).build());
    call.timeout().timeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    try (Response response = call.execute()) {
      return answer(response);
    } catch (IOException e) {
      throw new WireFailure(progress.stage(), e);
    }
  }

  private static WireAnswer answer(Response response) throws IOException {
    return new WireAnswer(
        response.code(),
        response.message().strip(),
        response.header("Location", ""),
        response.header("Date", ""),
        body(response));
  }

  private static String body(Response response) throws IOException {
    InputStream body = response.body().byteStream();
    return response.isSuccessful()
        ? LONGEST_ANSWER.read(body)
        : LONGEST_ANSWER.readIfPossible(body);
  }

  @Override
  public void close() {
    reads.dispatcher().executorService().shutdown();
    reads.connectionPool().evictAll();
  }
}
