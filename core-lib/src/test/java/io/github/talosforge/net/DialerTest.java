package io.github.talosforge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DialerTest {
  private static final Duration SOON = Duration.ofMinutes(5);
  private static final String PASSWORD = "proxy-password-7q";

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void connectsToThisMachine(String host) throws IOException {
    try (Socket socket = Dialer.direct().connect(host, server.getLocalPort(), SOON)) {
      assertThat(socket.getPort()).isEqualTo(server.getLocalPort());
      assertThat(socket.getTcpNoDelay()).as("small packets wait for nothing").isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.1", "10.0.0.1", "2001:db8:0:0:0:0:0:1", "0.0.0.0"})
  void refusesAddressesBeyondLoopbackWhileTheBuildTests(String host) {
    assertThatThrownBy(() -> Dialer.direct().connect(host, 8006, SOON))
        .isInstanceOf(RefusedTargetException.class)
        .hasMessageContaining(host)
        .hasMessageContaining("only loopback");
  }

  @Test
  void refusesNamesThatLeadBeyondLoopback() {
    Dialer dialer =
        Dialer.direct().resolvingWith(name -> List.of(InetAddress.getByName("192.0.2.7")));
    assertThatThrownBy(() -> dialer.connect("pve1.example", 8006, SOON))
        .isInstanceOf(RefusedTargetException.class);
  }

  @Test
  void refusesSocketsOfItsFactoryToo() throws IOException {
    try (Socket socket = Dialer.direct().socketFactory().createSocket()) {
      assertThatThrownBy(() -> socket.connect(new InetSocketAddress("192.0.2.1", 1)))
          .isInstanceOf(RefusedTargetException.class);
    }
    assertThatThrownBy(() -> Dialer.direct().socketFactory().createSocket("192.0.2.1", 1))
        .isInstanceOf(RefusedTargetException.class);
  }

  @Test
  void loopbackOnlyNeedsNoProperty() {
    String before = System.getProperty(Dialer.LOOPBACK_ONLY);
    System.clearProperty(Dialer.LOOPBACK_ONLY);
    try {
      Dialer dialer = Dialer.direct().loopbackOnly();
      assertThatThrownBy(() -> dialer.connect("192.0.2.1", 8006, SOON))
          .isInstanceOf(RefusedTargetException.class);
    } finally {
      System.setProperty(Dialer.LOOPBACK_ONLY, before);
    }
  }

  @Test
  void triesEveryAddressOfAName() throws IOException {
    Dialer dialer =
        Dialer.direct()
            .resolvingWith(
                name ->
                    List.of(InetAddress.getByName("127.0.0.9"), InetAddress.getLoopbackAddress()));
    try (Socket socket = dialer.connect("twice.example", server.getLocalPort(), SOON)) {
      assertThat(socket.getInetAddress().getHostAddress()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void reportsUnknownNamesAndClosedPorts() throws IOException {
    Dialer dialer =
        Dialer.direct()
            .resolvingWith(
                name -> {
                  throw new UnknownHostException(name);
                });
    assertThatThrownBy(() -> dialer.connect("nobody.example", 1, SOON))
        .isInstanceOf(UnknownHostException.class);
    int port = server.getLocalPort();
    server.close();
    assertThatThrownBy(() -> Dialer.direct().connect("127.0.0.1", port, SOON))
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void tunnelsThroughAProxyThatResolvesTheNameItself() throws IOException {
    CompletableFuture<String> head =
        proxyAnswering("HTTP/1.1 200 Connection established\r\n\r\nhi");
    HttpProxy proxy = new HttpProxy("127.0.0.1", server.getLocalPort(), "me", PASSWORD);
    try (Socket socket = Dialer.direct().through(proxy).connect("pve1.example", 8006, SOON)) {
      assertThat(socket.getInputStream().readNBytes(2)).asString().isEqualTo("hi");
    }
    assertThat(head.join())
        .startsWith("CONNECT pve1.example:8006 HTTP/1.1\n")
        .contains("Host: pve1.example:8006\n")
        .contains("Proxy-Authorization: Basic bWU6cHJveHktcGFzc3dvcmQtN3E=\n");
  }

  @Test
  void reportsWhatTheProxySaid() {
    var unused = proxyAnswering("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    HttpProxy proxy = new HttpProxy("127.0.0.1", server.getLocalPort(), "me", PASSWORD);
    assertThatThrownBy(() -> Dialer.direct().through(proxy).connect("pve1.example", 8006, SOON))
        .hasMessageContaining("refused the tunnel: HTTP/1.1 407 Proxy Authentication Required")
        .hasMessageNotContaining(PASSWORD);
    assertThat(proxy.toString()).doesNotContain(PASSWORD);
  }

  @Test
  void givesUpOnASilentProxy() {
    HttpProxy proxy = HttpProxy.of("127.0.0.1", server.getLocalPort());
    Dialer dialer = Dialer.direct().through(proxy);
    assertThatThrownBy(() -> dialer.connect("pve1.example", 8006, Duration.ofMillis(50)))
        .isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void refusesAProxyBeyondLoopback() {
    Dialer dialer = Dialer.direct().through(HttpProxy.of("192.0.2.9", 3128));
    assertThatThrownBy(() -> dialer.connect("127.0.0.1", 8006, SOON))
        .isInstanceOf(RefusedTargetException.class)
        .hasMessageContaining("192.0.2.9:3128");
  }

  private CompletableFuture<String> proxyAnswering(String answer) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Socket socket = server.accept()) {
            BufferedReader reader =
                new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            for (String line = reader.readLine(); !line.isEmpty(); line = reader.readLine()) {
              head.append(line).append('\n');
            }
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            return head.toString();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
