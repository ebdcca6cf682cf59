package io.github.talosforge.benchmark;

import io.github.talosforge.simulator.state.Connection;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Asks the same question again and again on a few connections, as fast as it is answered. */
final class LoadClient {
  private static final int CONNECTIONS = 4;

  private final Connection connection;
  private final byte[] request;
  private final SSLContext tls;

  LoadClient(Connection connection, String path) {
    this.connection = connection;
    request = head("GET", path).concat("\r\n").getBytes(StandardCharsets.US_ASCII);
    try {
      tls = SSLContext.getInstance("TLS");
      tls.init(null, new TrustManager[] {new TrustAll()}, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * What came out.
   *
   * @param seconds how long it took
   * @param answerBytes how long one answer is
   */
  record Result(double seconds, int answerBytes) {}

  Result run(int requests) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(requests);
    AtomicInteger size = new AtomicInteger();
    long start = System.nanoTime();
    Thread[] threads =
        IntStream.range(0, CONNECTIONS)
            .mapToObj(i -> new Thread(() -> ask(left, size)))
            .toArray(Thread[]::new);
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return new Result((System.nanoTime() - start) / 1e9, size.get());
  }

  private void ask(AtomicInteger left, AtomicInteger size) {
    try {
      while (left.get() > 0) {
        try (SSLSocket socket = open()) {
          InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
          boolean stays = true;
          while (stays && left.getAndDecrement() > 0) {
            socket.getOutputStream().write(request);
            stays = read(in, size);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void post(String path, String form) throws IOException {
    try (Posts posts = posts()) {
      posts.post(path, form);
    }
  }

  /** One connection for several posts, as clients keep it; Proxmox ends it after a hundred. */
  Posts posts() throws IOException {
    return new Posts(open());
  }

  final class Posts implements AutoCloseable {
    private final SSLSocket socket;
    private final InputStream in;

    private Posts(SSLSocket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
    }

    void post(String path, String form) throws IOException {
      String text =
          head("POST", path)
              + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
              + form.length()
              + "\r\n\r\n"
              + form;
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      read(in, new AtomicInteger());
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** Completes a TLS handshake with whoever listens, whatever the certificate. */
  void shakeHands(InetAddress address, int port) throws IOException {
    try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(address, port)) {
      socket.startHandshake();
    }
  }

  private String head(String method, String path) {
    return method
        + " /api2/json"
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: PVEAPIToken="
        + connection.token()
        + "\r\n";
  }

  private SSLSocket open() throws IOException {
    int port = URI.create(connection.url()).getPort();
    return (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
  }

  /** Reads one answer and says whether the connection stays. */
  private static boolean read(InputStream in, AtomicInteger size) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int last = 0;
    while (last != 0x0d0a0d0a) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the connection ended in the middle of an answer");
      }
      last = (last << 8) | next;
      head.write(next);
    }
    String text = head.toString(StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    if (!text.startsWith("http/1.1 200")) {
      throw new IOException("unexpected answer: " + text);
    }
    int length = Integer.parseInt(text.replaceAll("(?s).*content-length: (\\d+).*", "$1"));
    in.skipNBytes(length);
    size.set(length);
    return !text.contains("connection: close");
  }

  private static final class TrustAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
