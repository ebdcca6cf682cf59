package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static io.github.talosforge.proxmox.http.FakeTasks.upid;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.CallQueue;
import io.github.talosforge.proxmox.ClientLimits;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.RequestSummary;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LimitsTest {
  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final VirtualScheduler scheduler = new VirtualScheduler();
  private ProxmoxConnection connection;
  private HttpTransport transport;
  private FakeTasks tasks;
  private int number;

  @BeforeEach
  void open() {
    // A call that finds no place fails at once instead of waiting an hour.
    ClientLimits limits = new ClientLimits(2, 3, 10, Duration.ZERO);
    String endpoint = "http://127.0.0.1:" + PVE.getPort();
    connection = ProxmoxConnection.to(Transports.TOKEN, endpoint).withLimits(limits);
    transport = Transports.open(scheduler, connection);
    tasks = new FakeTasks(PVE);
  }

  @AfterEach
  void close() {
    transport.close();
  }

  private TaskHandle start(ApiRequest request) {
    Upid upid = upid("pve1", ++number);
    PVE.stubFor(post(anyUrl()).willReturn(okJson("{\"data\":\"" + upid + "\"}")));
    tasks.running(upid);
    return transport.start(request);
  }

  private static ApiRequest clone(String host, String storage) {
    return ApiRequest.post("/nodes/{node}/qemu/{vmid}/clone", host, 9000)
        .with("newid", 101)
        .slowOn(host)
        .copyingTo(storage);
  }

  @Test
  void aStorageTakesTwoCopiesUntilTheTaskOfOneHasEnded() {
    TaskHandle first = start(clone("pve1", "ceph"));
    var unused = start(clone("pve2", "ceph"));
    ProxmoxException failure = failureOf(() -> start(clone("pve3", "ceph")));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(failure.problem()).contains("storage ceph was busy with 2 other tasks");
    assertThat(start(clone("pve3", "other")).completion()).isNotDone();
    tasks.ended(first.upid(), "OK");
    var result = first.await(Duration.ofMinutes(1));
    assertThat(result.warnings()).isZero();
    assertThat(start(clone("pve3", "ceph")).completion()).isNotDone();
  }

  @Test
  void aStorageThatEachHostHasForItselfTakesTwoCopiesOnEach() {
    connection.queue().separate(Set.of("local-lvm"));
    for (String host : List.of("pve1", "pve2")) {
      assertThat(start(clone(host, "local-lvm")).completion()).isNotDone();
      assertThat(start(clone(host, "local-lvm")).completion()).isNotDone();
      assertThat(failureOf(() -> start(clone(host, "local-lvm"))).problem())
          .contains("storage local-lvm on " + host + " was busy with 2 other tasks");
    }
  }

  @Test
  void aHostTakesThreeSlowCalls() {
    var one = start(clone("pve1", "a"));
    var two = start(clone("pve1", "b"));
    var three = start(clone("pve1", "c"));
    assertThat(failureOf(() -> start(clone("pve1", "d"))).problem())
        .contains("host pve1 was busy with 3 other tasks");
    assertThat(start(clone("pve2", "d")).completion()).isNotDone();
    assertThat(one).isNotSameAs(two).isNotSameAs(three);
  }

  @Test
  void aFailedTaskAndARefusedCallGiveTheirPlacesBack() {
    TaskHandle first = start(clone("pve1", "ceph"));
    tasks.ended(first.upid(), "clone failed");
    failureOf(() -> first.await(Duration.ofMinutes(1)));
    for (int i = 0; i < 5; i++) {
      PVE.stubFor(post(anyUrl()).willReturn(okJson("{\"data\":null}").withStatus(500)));
      failureOf(() -> transport.start(clone("pve1", "ceph")));
    }
    assertThat(start(clone("pve1", "ceph")).completion()).isNotDone();
    assertThat(start(clone("pve1", "ceph")).completion()).isNotDone();
  }

  @Test
  void clientsThatShareAQueueShareItsPlaces() {
    var one = start(clone("pve1", "ceph"));
    var two = start(clone("pve2", "ceph"));
    try (HttpTransport other = Transports.open(scheduler, connection)) {
      assertThat(failureOf(() -> other.start(clone("pve3", "ceph"))).problem())
          .contains("storage ceph was busy with 2 other tasks");
    }
    assertThat(one).isNotSameAs(two);
  }

  @Test
  void aClosedQueueLetsNobodyInButThoseWhoNeedNoPlace() {
    PVE.stubFor(any(anyUrl()).willReturn(okJson("{\"data\":null}")));
    connection.queue().close();

    assertThatThrownBy(() -> transport.start(clone("pve1", "ceph")))
        .isInstanceOf(CancellationException.class);
    assertThat(transport.call(ApiRequest.get("/version")).isNull()).isTrue();
    PVE.verify(0, postRequestedFor(anyUrl()));
  }

  @Test
  void closingTheQueueEndsTheWaitForAPlace() throws Exception {
    CallQueue queue = new CallQueue(new ClientLimits(1, 1, 10, Duration.ofHours(1)));
    RequestSummary call = new RequestSummary("POST", "/clone", List.of());
    CallQueue.Turn first = queue.take(call, Optional.of("pve1"), Optional.empty());
    FutureTask<CallQueue.Turn> second =
        new FutureTask<>(() -> queue.take(call, Optional.of("pve1"), Optional.of("ceph")));
    Thread waiting = new Thread(second);
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }

    queue.close();

    assertThatThrownBy(second::get).hasCauseInstanceOf(CancellationException.class);
    first.leave();
  }

  @Test
  void workThatIsDoneAtOnceHasNoTask() {
    PVE.stubFor(post(anyUrl()).willReturn(okJson("{\"data\":null}")));
    for (int i = 0; i < 5; i++) {
      assertThat(transport.startIfNeeded(clone("pve1", "ceph"))).isEmpty();
    }
    ProxmoxException failure = failureOf(() -> transport.start(clone("pve1", "ceph")));
    assertThat(failure.kind()).isEqualTo(ErrorKind.PROTOCOL);
  }

  @Test
  void requestsAreSpreadOverTime() {
    PVE.stubFor(any(anyUrl()).willReturn(okJson("{\"data\":null}")));
    for (int i = 0; i < 30; i++) {
      var unused = transport.call(ApiRequest.get("/version"));
    }
    assertThat(Duration.ofNanos(scheduler.nanos()))
        .isBetween(Duration.ofMillis(1900), Duration.ofSeconds(3));
  }

  @Test
  void theDefaultsAreTwoCopiesAndThreeSlowCalls() {
    assertThat(ClientLimits.defaults()).isEqualTo(new ClientLimits(2, 3, 200, Duration.ofHours(1)));
  }
}
