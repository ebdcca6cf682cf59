package io.github.talosforge.simulator.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.simulator.RawClient;
import io.github.talosforge.simulator.RawClient.Reply;
import io.github.talosforge.simulator.talos.Reachability;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The proxy leads to simulated nodes, and nowhere else. */
class ConnectProxyTest {
  private static Reply connect(ConnectProxy proxy, String target) throws IOException {
    try (RawClient client = RawClient.plain("http://127.0.0.1:" + proxy.port())) {
      return client.exchange("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n");
    }
  }

  @Test
  void bytesPassBothWays() throws IOException {
    try (ServerSocket node = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ConnectProxy proxy =
            ConnectProxy.start(
                0,
                (host, port) ->
                    host.equals("192.168.1.10") && port == 50000
                        ? Optional.of((InetSocketAddress) node.getLocalSocketAddress())
                        : Optional.empty());
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      CompletableFuture<Void> echo = CompletableFuture.runAsync(() -> echo(node));
      write(caller, "CONNECT 192.168.1.10:50000 HTTP/1.1\r\nHost: x\r\n\r\n");
      String head = "HTTP/1.1 200 Connection established\r\n\r\n";
      assertThat(read(caller, head.length())).isEqualTo(head);
      String large = "x".repeat(1 << 20);
      CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> write(caller, large));
      assertThat(read(caller, large.length())).isEqualTo(large);
      sent.join();
      caller.shutdownOutput();
      hangUp(caller);
      echo.join();
    }
  }

  private static void hangUp(Socket caller) throws IOException {
    caller.close();
  }

  private static void echo(ServerSocket node) {
    try (Socket socket = node.accept()) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException ended) {
      assertThat(ended).isNotNull();
    }
  }

  private static void write(Socket socket, String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String read(Socket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
  }

  @Test
  void whatIsNotSimulatedIsRefusedWithASentence() throws IOException {
    try (ConnectProxy proxy = ConnectProxy.start(0, (host, port) -> Optional.empty())) {
      Reply reply = connect(proxy, "example.org:443");
      assertThat(reply.status()).isEqualTo(502);
      assertThat(reply.body())
          .isEqualTo(
              "No simulated node answers at example.org:443. This proxy reaches simulated nodes and"
                  + " nothing else.\n");
      assertThat(connect(proxy, "[fd00::1]:6443").body()).contains("[fd00::1]:6443");
      assertThat(connect(proxy, "no-port").status()).isEqualTo(400);
    }
  }

  @Test
  void otherSocketsOfThisMachineAreNotSimulatedEither() throws IOException {
    try (ServerSocket bystander = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ConnectProxy proxy = ConnectProxy.start(0, (host, port) -> Optional.empty())) {
      assertThat(connect(proxy, "127.0.0.1:" + bystander.getLocalPort()).status()).isEqualTo(502);
      bystander.setSoTimeout(1);
      assertThatThrownBy(bystander::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void nothingLeavesTheMachineWhateverTheMapSays() throws IOException {
    Reachability wrong = (host, port) -> Optional.of(new InetSocketAddress("192.0.2.1", port));
    Reachability unresolved =
        (host, port) -> Optional.of(InetSocketAddress.createUnresolved("example.org", port));
    for (Reachability map : List.of(wrong, unresolved)) {
      try (ConnectProxy proxy = ConnectProxy.start(0, map)) {
        Reply reply = connect(proxy, "192.168.1.10:50000");
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.body()).contains("outside of this machine");
      }
    }
  }

  @Test
  void aNodeThatDoesNotAnswerIsABadGateway() throws IOException {
    InetSocketAddress closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = (InetSocketAddress) socket.getLocalSocketAddress();
    }
    try (ConnectProxy proxy = ConnectProxy.start(0, (host, port) -> Optional.of(closed))) {
      assertThat(connect(proxy, "192.168.1.10:50000").body())
          .isEqualTo("The simulated node at 192.168.1.10:50000 does not answer.\n");
    }
  }

  @Test
  void itFetchesNothing() throws IOException {
    try (ConnectProxy proxy = ConnectProxy.start(0, (host, port) -> Optional.empty());
        RawClient client = RawClient.plain("http://127.0.0.1:" + proxy.port())) {
      Reply reply =
          client.exchange("GET http://example.org/ HTTP/1.1\r\nHost: example.org\r\n\r\n");
      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.body()).contains("CONNECT");
    }
  }
}
