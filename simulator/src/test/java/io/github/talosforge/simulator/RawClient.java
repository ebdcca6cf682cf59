package io.github.talosforge.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** One connection on which tests say exactly what they want, byte by byte. */
public final class RawClient implements AutoCloseable {
  /** One for all connections, so that later ones to the same server shake hands faster. */
  private static final SSLContext TRUSTING = trusting();

  private final Socket socket;

  /** Without the delay of small packets, which costs 40 ms for each handshake. */
  private RawClient(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    this.socket = socket;
  }

  /** An answer; a status of -1 says that the connection ended without one. */
  public record Reply(int status, String reason, Map<String, String> headers, String body) {}

  public static RawClient tls(String url) throws IOException {
    return new RawClient(
        TRUSTING.getSocketFactory().createSocket("127.0.0.1", URI.create(url).getPort()));
  }

  private static SSLContext trusting() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustAll()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static RawClient plain(String url) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(url).getPort());
    return new RawClient(socket);
  }

  public X509Certificate certificate() throws IOException {
    return (X509Certificate) ((SSLSocket) socket).getSession().getPeerCertificates()[0];
  }

  public Reply exchange(String request) throws IOException {
    return exchange(request.getBytes(StandardCharsets.UTF_8));
  }

  public Reply exchange(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    socket.getOutputStream().flush();
    return read();
  }

  public Reply read() throws IOException {
    InputStream in = socket.getInputStream();
    String line = line(in);
    if (line.isEmpty()) {
      return new Reply(-1, "", Map.of(), "");
    }
    String[] status = line.split(" ", 3);
    Map<String, String> headers = new LinkedHashMap<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String[] halves = header.split(":", 2);
      headers.put(halves[0].toLowerCase(Locale.ROOT), halves[1].strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Reply(
        Integer.parseInt(status[1]), status.length > 2 ? status[2] : "", headers, body);
  }

  /** Whether the other side ended the connection. */
  public boolean ended() throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException reset) {
      return true;
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** One call on a connection of its own. */
  public static Reply call(
      Simulator simulator,
      String authorization,
      String method,
      String path,
      Map<String, String> form) {
    String encoded = encoded(form);
    boolean body = method.equals("POST") || method.equals("PUT");
    String target = body || encoded.isEmpty() ? path : path + "?" + encoded;
    String request =
        method
            + " /api2/json"
            + target
            + " HTTP/1.1\r\nHost: localhost\r\n"
            + authorization
            + (body
                ? "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                    + encoded.length()
                    + "\r\n\r\n"
                    + encoded
                : "\r\n");
    try (RawClient client = tls(simulator.url())) {
      return client.exchange(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String token(String token) {
    return "Authorization: PVEAPIToken=" + token + "\r\n";
  }

  public static Reply get(Simulator simulator, String path) {
    return call(simulator, token(simulator.token()), "GET", path, Map.of());
  }

  public static Reply post(Simulator simulator, String path, Map<String, String> form) {
    return call(simulator, token(simulator.token()), "POST", path, form);
  }

  private static String encoded(Map<String, String> form) {
    return form.entrySet().stream()
        .map(
            entry ->
                URLEncoder.encode(entry.getKey(), StandardCharsets.UTF_8)
                    + "="
                    + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
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
