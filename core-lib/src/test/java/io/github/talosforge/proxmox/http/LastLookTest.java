package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static io.github.talosforge.proxmox.http.FakeTasks.upid;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.ClientLimits;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A call that destroys looks directly before each time that it is sent, and not while it waits. */
class LastLookTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Upid FIRST = upid("pve1", 1);
  private static final Upid SECOND = upid("pve1", 2);
  private static final String LOCKED_OUT =
      "can't lock file '/var/lock/qemu-server/lock-9000.conf' - got timeout";
  private static final ApiRequest READ = ApiRequest.get("/version");

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final VirtualScheduler scheduler = new VirtualScheduler();
  private final AtomicInteger looks = new AtomicInteger();

  @BeforeEach
  void answer() {
    PVE.stubFor(any(anyUrl()).willReturn(okJson("{\"data\":null}")));
  }

  private static String url() {
    return "http://127.0.0.1:" + PVE.getPort();
  }

  private static ApiRequest destroying(Look look) {
    return ApiRequest.destroy(look, "/nodes/{node}/qemu/{vmid}", "pve1", 9000)
        .with("purge", true)
        .slowOn("pve1");
  }

  /** The world is as it was at the first look only. */
  private void another() {
    if (looks.incrementAndGet() > 1) {
      throw new IllegalStateException("another VM");
    }
  }

  private static void answersWith(Upid upid) {
    PVE.stubFor(delete(anyUrl()).willReturn(okJson("{\"data\":\"" + upid + "\"}")));
  }

  @Test
  void nothingIsSentIfTheLookSaysNo() {
    looks.set(1);
    try (HttpTransport transport = Transports.open(scheduler, url())) {
      assertThatThrownBy(() -> transport.startIfNeeded(destroying(this::another)))
          .hasMessage("another VM");
      PVE.verify(0, deleteRequestedFor(anyUrl()));
    }
  }

  @Test
  void aRefusalOfTheServerThatPassesIsFollowedByAnotherLook() {
    PVE.stubFor(
        delete(anyUrl())
            .willReturn(
                status(500).withBody("{\"data\":null,\"message\":\"" + LOCKED_OUT + "\\n\"}")));
    try (HttpTransport transport = Transports.open(scheduler, url())) {
      assertThatThrownBy(() -> transport.startIfNeeded(destroying(this::another)))
          .hasMessage("another VM");
      PVE.verify(1, deleteRequestedFor(anyUrl()));
    }
  }

  @Test
  void aTaskThatIsStartedAgainIsFollowedByAnotherLook() {
    try (HttpTransport transport = Transports.open(scheduler, url())) {
      FakeTasks tasks = new FakeTasks(PVE);
      answersWith(FIRST);
      TaskHandle handle = transport.start(destroying(this::another));
      answersWith(SECOND);
      tasks.clusterList(Map.of(FIRST, LOCKED_OUT, SECOND, "OK"));

      assertThatThrownBy(() -> handle.await(MINUTE)).hasMessage("another VM");
      PVE.verify(1, deleteRequestedFor(anyUrl()));
    }
  }

  @Test
  void anotherEndpointIsGivenTheCallAfterAnotherLook() throws IOException {
    try (HttpTransport transport = Transports.open(scheduler, closedPort(), url())) {
      assertThatThrownBy(() -> transport.startIfNeeded(destroying(this::another)))
          .hasMessage("another VM");
      PVE.verify(0, deleteRequestedFor(anyUrl()));
      assertThat(transport.startIfNeeded(destroying(looks::incrementAndGet))).isEmpty();
      PVE.verify(1, deleteRequestedFor(anyUrl()));
    }
  }

  @Test
  void anEndpointThatIsTriedAgainAnswersTheLookToo() throws IOException {
    try (HttpTransport transport = Transports.open(scheduler, closedPort(), url())) {
      Look look = () -> assertThat(transport.call(READ).isNull()).isTrue();
      assertThat(transport.startIfNeeded(destroying(look))).isEmpty();
    }
  }

  @Test
  void looksInItsPlaceAndNotBefore() {
    ClientLimits limits = new ClientLimits(1, 1, 10, Duration.ZERO);
    ProxmoxConnection connection = ProxmoxConnection.to(Transports.TOKEN, url()).withLimits(limits);
    try (HttpTransport transport = Transports.open(scheduler, connection)) {
      answersWith(FIRST);
      FakeTasks tasks = new FakeTasks(PVE);
      tasks.running(FIRST);
      TaskHandle running =
          transport.start(
              destroying(
                  () ->
                      assertThat(failureOf(() -> transport.start(destroying(() -> {}))).problem())
                          .contains("host pve1 was busy")));
      assertThat(failureOf(() -> transport.start(destroying(this::another))).problem())
          .contains("host pve1 was busy");
      assertThat(looks).hasValue(0);
      assertThat(running.completion()).isNotDone();
    }
  }

  @Test
  void aLookThatFailsIsNoReasonToAskForTheOutcome() {
    ProxmoxException lost =
        ProxmoxException.of(ErrorKind.OUTCOME_UNKNOWN, "no answer").outcomeUnknown(true).build();
    try (HttpTransport transport = Transports.open(scheduler, url())) {
      ProxmoxException failure =
          failureOf(
              () ->
                  transport.startIfNeeded(
                      destroying(
                              () -> {
                                throw lost;
                              })
                          .lookedUpBy(
                              unused -> {
                                throw new IllegalStateException("was asked");
                              })));
      assertThat(failure).isSameAs(lost);
      PVE.verify(0, deleteRequestedFor(anyUrl()));
    }
  }

  @Test
  void whatALookTakesIsNotTakenFromTheCall() {
    try (HttpTransport transport = Transports.open(scheduler, url())) {
      PVE.stubFor(
          delete(anyUrl())
              .willReturn(
                  status(500).withBody("{\"data\":null,\"message\":\"" + LOCKED_OUT + "\\n\"}")));
      Look slow = () -> scheduler.pause(Duration.ofMinutes(2));
      failureOf(() -> transport.startIfNeeded(destroying(slow)));
      PVE.verify(6, deleteRequestedFor(anyUrl()));
    }
  }

  private static String closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort();
    }
  }
}
