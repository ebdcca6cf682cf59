package io.github.talosforge.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.talos.client.TalosClients;
import io.grpc.Server;
import io.grpc.TlsServerCredentials;
import io.grpc.okhttp.OkHttpServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import org.junit.jupiter.api.Test;

/** One look tells what is at an address, and says it in words. */
class SightingTest {
  private final TestAuthority authority = new TestAuthority();

  private TalosConnection connection() {
    return TalosConnection.direct()
        .withDialer(Dialer.direct().loopbackOnly())
        .withCredentials(authority.client())
        .withTimeouts(Duration.ofMinutes(10), Duration.ofMinutes(10));
  }

  private Sighting look(TalosEndpoint endpoint) {
    return look(connection(), endpoint);
  }

  private static Sighting look(TalosConnection connection, TalosEndpoint endpoint) {
    try (TalosClient client = TalosClients.open(connection)) {
      return client.look(endpoint);
    }
  }

  @Test
  void closedPortIsUnreachable() throws IOException {
    int port;
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = listener.getLocalPort();
    }

    Sighting seen = look(new TalosEndpoint("127.0.0.1", port));

    assertThat(seen.kind()).isEqualTo(Sighting.Kind.UNREACHABLE);
    assertThat(seen.words()).contains("the port is closed");
  }

  @Test
  void aTargetBeyondLoopbackIsRefusedBeforeAPacketLeaves() {
    Sighting seen = look(TalosEndpoint.of("192.0.2.11"));

    assertThat(seen.kind()).isEqualTo(Sighting.Kind.UNREACHABLE);
    assertThat(seen.words()).contains("only loopback addresses are allowed");
  }

  @Test
  void somethingThatSpeaksNoTlsIsNotTalos() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> answerPlainly(listener));
      thread.setDaemon(true);
      thread.start();

      Sighting seen = look(new TalosEndpoint("127.0.0.1", listener.getLocalPort()));

      assertThat(seen.kind()).isEqualTo(Sighting.Kind.NOT_TALOS);
      assertThat(seen.words()).contains("does not speak TLS");
    }
  }

  private static void answerPlainly(ServerSocket listener) {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        socket
            .getOutputStream()
            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        return;
      }
    }
  }

  @Test
  void aPortThatStaysSilentIsGivenUpInTime() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Sighting seen =
          look(
              connection().withTimeouts(Duration.ofSeconds(1), Duration.ofMillis(300)),
              new TalosEndpoint("127.0.0.1", listener.getLocalPort()));

      assertThat(seen.kind()).isEqualTo(Sighting.Kind.UNREACHABLE);
      assertThat(seen.words()).contains("was not sent: no TLS connection came about in time");
    }
  }

  @Test
  void tlsWithoutTalosIsNotTalos() throws IOException {
    Server server =
        OkHttpServerBuilder.forPort(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                TlsServerCredentials.newBuilder()
                    .keyManager(new TestAuthority().machine().keys().toArray(KeyManager[]::new))
                    .build())
            .build()
            .start();
    try {
      Sighting seen = look(new TalosEndpoint("127.0.0.1", server.getPort()));

      assertThat(seen.kind()).isEqualTo(Sighting.Kind.NOT_TALOS);
      assertThat(seen.words()).startsWith("TLS, but not Talos");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void maintenanceShowsItsFingerprint() {
    try (FakeTalos machine = FakeTalos.maintenance()) {
      Sighting seen = look(machine.endpoint());

      assertThat(seen.kind()).isEqualTo(Sighting.Kind.MAINTENANCE);
      assertThat(seen.fingerprint()).contains(machine.fingerprint());
    }
  }

  @Test
  void maintenanceIsSeenWithoutCredentialsToo() {
    try (FakeTalos machine = FakeTalos.maintenance()) {
      assertThat(look(TalosConnection.direct(), machine.endpoint()).kind())
          .isEqualTo(Sighting.Kind.MAINTENANCE);
    }
  }

  @Test
  void anUnconfiguredMachineThatStillBootsIsNotReadyForItsConfiguration() {
    try (FakeTalos machine = FakeTalos.maintenance()) {
      machine.stage("booting");

      assertThat(look(machine.endpoint()).kind()).isEqualTo(Sighting.Kind.STARTING);
    }
  }

  @Test
  void ownMachineTellsItsStage() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      Sighting seen = look(machine.endpoint());

      assertThat(seen.isRunning()).isTrue();
      assertThat(seen.words()).isEqualTo("Talos: running, ready.");
    }
  }

  /** Whoever took it for a stranger would be told to reset it. */
  @Test
  void ownMachineWithAnotherClockIsNoStrangerAndTheClockIsNamed() {
    TestAuthority later = new TestAuthority(Instant.now().plus(Duration.ofDays(3)));
    TalosConnection own = connection().withCredentials(later.client());
    try (FakeTalos machine = FakeTalos.configured(later);
        TalosClient client = TalosClients.open(own)) {
      assertThat(client.look(machine.endpoint()).kind()).isEqualTo(Sighting.Kind.CONFIGURED);

      TalosNode node = client.node(machine.endpoint());
      assertThatThrownBy(node::version)
          .isInstanceOf(TalosException.class)
          .hasMessageContaining(" is valid only from ")
          .hasMessageContaining(", and this machine's clock says 20")
          .hasMessageContaining("Set the clock of this machine right")
          .hasMessageNotContaining("reset");
    }
  }

  /** The machine's clock is right, and what this machine's made is over or yet to come there. */
  @Test
  void aRefusedCertificateLeadsToTheClockToo() {
    try (FakeTalos machine = FakeTalos.configured(new TestAuthority());
        TalosClient client = TalosClients.open(connection())) {
      TalosNode node = client.maintenance(machine.endpoint());

      assertThatThrownBy(node::machineStatus)
          .isInstanceOf(TalosException.class)
          .hasMessageContaining("refuses our client certificate")
          .hasMessageContaining("If the clock is right, the machine is configured with");
    }
  }

  @Test
  void machineOfAnotherClusterIsNamedSo() {
    try (FakeTalos machine = FakeTalos.configured(new TestAuthority())) {
      Sighting seen = look(machine.endpoint());

      assertThat(seen.kind()).isEqualTo(Sighting.Kind.OTHER_AUTHORITY);
      assertThat(machine.heard()).isEmpty();
    }
  }

  @Test
  void configuredMachineIsOfAnotherClusterForOneWithoutCredentials() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      assertThat(look(TalosConnection.direct(), machine.endpoint()).kind())
          .isEqualTo(Sighting.Kind.OTHER_AUTHORITY);
    }
  }

  @Test
  void aMachineBehindAProxyIsAskedForByItsAddress() throws IOException {
    try (FakeTalos machine = FakeTalos.configured(authority);
        ConnectProxy proxy = ConnectProxy.to(machine.port())) {
      TalosConnection behind = connection().withProxy(HttpProxy.of("127.0.0.1", proxy.port()));

      assertThat(look(behind, TalosEndpoint.of("192.0.2.11")).isRunning()).isTrue();
      assertThat(proxy.targets()).containsExactly("CONNECT 192.0.2.11:50000 HTTP/1.1");
    }
  }

  /** It must not be reset for that, and what it says of itself is not what was asked. */
  @Test
  void anotherMachineOfTheClusterIsNamedAndNotTakenForTheOneAskedFor() throws IOException {
    try (FakeTalos machine = FakeTalos.configured(authority);
        ConnectProxy proxy = ConnectProxy.to(machine.port())) {
      TalosConnection behind = connection().withProxy(HttpProxy.of("127.0.0.1", proxy.port()));
      TalosEndpoint wrong = TalosEndpoint.of("192.0.2.12");

      Sighting seen = look(behind, wrong);

      assertThat(seen.kind()).isEqualTo(Sighting.Kind.UNREACHABLE);
      assertThat(seen.words())
          .contains("Another machine of this cluster answers at 192.0.2.12")
          .contains(": 192.0.2.11.")
          .contains("compare the addresses");
      try (TalosClient client = TalosClients.open(behind);
          TalosNode node = client.node(wrong)) {
        assertThatThrownBy(node::version)
            .hasMessageContaining("Another machine of this cluster answers at 192.0.2.12")
            .hasMessageNotContainingAny("reset", "CA");
      }
    }
  }

  @Test
  void aProxyThatIsNotThereIsNamedInsteadOfTheMachine() throws IOException {
    HttpProxy nobody;
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = HttpProxy.of("127.0.0.1", listener.getLocalPort());
    }

    Sighting seen = look(connection().withProxy(nobody), TalosEndpoint.of("192.0.2.11"));

    assertThat(seen.kind()).isEqualTo(Sighting.Kind.UNREACHABLE);
    assertThat(seen.words()).contains("proxy " + nobody + " cannot be reached");
  }

  @Test
  void eachAddressOfANameHasItsOwnReason() throws IOException {
    int port;
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = listener.getLocalPort();
    }
    Dialer twice =
        Dialer.direct()
            .resolvingWith(
                name ->
                    List.of(InetAddress.getLoopbackAddress(), InetAddress.getByName("192.0.2.7")));

    Sighting seen = look(connection().withDialer(twice), new TalosEndpoint("cp-1.example", port));

    assertThat(seen.words())
        .contains("the port is closed. At another address")
        .contains("only loopback addresses are allowed");
  }

  @Test
  void aProxyThatFindsNoMachineIsQuoted() throws IOException {
    try (ConnectProxy proxy = ConnectProxy.refusing()) {
      TalosConnection behind = connection().withProxy(HttpProxy.of("127.0.0.1", proxy.port()));

      Sighting seen = look(behind, TalosEndpoint.of("192.0.2.11"));

      assertThat(seen.kind()).isEqualTo(Sighting.Kind.UNREACHABLE);
      assertThat(seen.words()).contains("502 no such machine");
    }
  }
}
