package io.github.talosforge.net;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A server on loopback whose answers have no end. */
public final class StrangeServer implements AutoCloseable {
  private static final byte[] PIECE = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
  private static final int LONG_HEADER = 400_000;

  private static final byte[] DROP = {' '};
  private static final int MILLIS_BETWEEN_DROPS = 50;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final HttpServer server;

  private StrangeServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  private StrangeServer answering(HttpHandler handler) {
    server.createContext("/", handler);
    return this;
  }

  /** Sends a body faster than memory could hold it until the time is up. */
  public static StrangeServer withEndlessBody(int status) throws IOException {
    return new StrangeServer()
        .answering(
            exchange -> {
              exchange.sendResponseHeaders(status, 0);
              try (OutputStream out = exchange.getResponseBody()) {
                while (true) {
                  out.write(PIECE);
                }
              }
            });
  }

  /** Sends a byte now and then, so that no pause is long. */
  public static StrangeServer dripping(int status) throws IOException {
    StrangeServer strange = new StrangeServer();
    return strange.answering(
        exchange -> {
          exchange.sendResponseHeaders(status, 0);
          strange.drip(exchange.getResponseBody());
        });
  }

  /** A drop that cannot be sent ends its drip. */
  private void drip(OutputStream out) {
    ScheduledFuture<?> unused =
        clock.scheduleAtFixedRate(
            () -> {
              try {
                out.write(DROP);
                out.flush();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            0,
            MILLIS_BETWEEN_DROPS,
            TimeUnit.MILLISECONDS);
  }

  public static StrangeServer withEndlessHeaders() throws IOException {
    return new StrangeServer()
        .answering(
            exchange -> {
              exchange.getResponseHeaders().add("X-Long", "x".repeat(LONG_HEADER));
              exchange.sendResponseHeaders(200, -1);
            });
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    clock.shutdownNow();
    server.stop(0);
  }
}
