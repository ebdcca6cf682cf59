package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static io.github.talosforge.proxmox.http.FakeTasks.upid;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.audit.Reason;
import io.github.talosforge.audit.Write;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks whose worker found the VM locked. */
class RestartTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Upid FIRST = upid("pve1", 1);
  private static final Upid SECOND = upid("pve1", 2);
  private static final String LOCKED_OUT =
      "can't lock file '/var/lock/qemu-server/lock-9000.conf' - got timeout";
  private static final ApiRequest CLONE =
      ApiRequest.post("/nodes/{node}/qemu/{vmid}/clone", "pve1", 9000).with("newid", 100);

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final VirtualScheduler scheduler = new VirtualScheduler();
  private HttpTransport transport;
  private final List<Write> writes = new CopyOnWriteArrayList<>();
  private FakeTasks tasks;

  @BeforeEach
  void open() {
    transport =
        Transports.open(
            scheduler,
            ProxmoxConnection.to(Transports.TOKEN, "http://127.0.0.1:" + PVE.getPort())
                .withAudit(writes::add));
    tasks = new FakeTasks(PVE);
  }

  @AfterEach
  void close() {
    transport.close();
  }

  private TaskHandle startClone() {
    postReturns(FIRST);
    TaskHandle handle = transport.start(CLONE);
    postReturns(SECOND);
    return handle;
  }

  private static void postReturns(Upid upid) {
    PVE.stubFor(post(anyUrl()).willReturn(okJson("{\"data\":\"" + upid + "\"}")));
  }

  @Test
  void aWorkerThatNeverGotItsLockIsStartedAgain() {
    TaskHandle handle = startClone();
    tasks.clusterList(Map.of(FIRST, LOCKED_OUT, SECOND, "OK"));
    assertThat(handle.await(MINUTE).upid()).isEqualTo(SECOND);
    assertThat(handle.upid()).isEqualTo(SECOND);
    PVE.verify(2, postRequestedFor(anyUrl()));
    assertThat(transport.counters().retries()).isEqualTo(1);
    assertThat(transport.counters().writes()).isEqualTo(1);
    scheduler.pause(MINUTE);
    assertThat(scheduler.scheduled()).isZero();
  }

  @Test
  void whatIsStartedAgainIsAWriteOfItsOwnForTheSameReason() {
    TaskHandle handle = Reason.here().then("create/cp-1").get(this::startClone);
    tasks.clusterList(Map.of(FIRST, LOCKED_OUT, SECOND, "OK"));
    assertThat(handle.await(MINUTE).upid()).isEqualTo(SECOND);
    assertThat(writes)
        .extracting(Write::upid, Write::why)
        .containsExactly(
            tuple(Optional.of(FIRST.toString()), Optional.of("create/cp-1")),
            tuple(Optional.of(SECOND.toString()), Optional.of("create/cp-1")));
  }

  @Test
  void aWorkerThatNeverGetsItsLockIsGivenUp() {
    postReturns(FIRST);
    tasks.clusterList(Map.of(FIRST, LOCKED_OUT));
    TaskHandle handle = transport.start(CLONE);
    assertThat(failureOf(() -> handle.await(Duration.ofMinutes(10))).kind())
        .isEqualTo(ErrorKind.LOCK_TIMEOUT);
    PVE.verify(6, postRequestedFor(anyUrl()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clone failed: can't lock file '/var/lock/pve-manager/pve-storage-local' - got timeout",
        "clone failed: cfs-lock 'storage-ceph' error: got lock request timeout",
        "VM is locked (backup)"
      })
  void aWorkerThatFailedInTheMiddleIsNotStartedAgain(String exitStatus) {
    TaskHandle handle = startClone();
    tasks.clusterList(Map.of(FIRST, exitStatus));
    failureOf(() -> handle.await(MINUTE));
    PVE.verify(1, postRequestedFor(anyUrl()));
  }

  @Test
  void aTaskThatSomebodyElseStartedIsNotStartedAgain() {
    tasks.clusterList(Map.of(FIRST, LOCKED_OUT));
    failureOf(() -> transport.follow(FIRST).await(MINUTE));
    PVE.verify(0, postRequestedFor(anyUrl()));
  }

  @Test
  void closingWhileATaskWaitsForItsLockEndsTheWaiting() {
    TaskHandle handle = startClone();
    tasks.clusterList(Map.of(FIRST, LOCKED_OUT));
    scheduler.pause(Duration.ofMillis(300));
    transport.close();
    assertThat(failureOf(() -> handle.await(MINUTE)).kind()).isEqualTo(ErrorKind.INTERRUPTED);
    PVE.verify(1, postRequestedFor(anyUrl()));
  }
}
