package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static io.github.talosforge.proxmox.http.FakeTasks.upid;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.ClientLimits;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
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
  private HttpTransport transport;
  private FakeTasks tasks;
  private int number;

  @BeforeEach
  void open() {
    // A call that finds no place fails at once instead of waiting an hour.
    ClientLimits limits = new ClientLimits(2, 3, 10, Duration.ZERO);
    String endpoint = "http://127.0.0.1:" + PVE.getPort();
    transport =
        Transports.open(
            scheduler, ProxmoxConnection.to(Transports.TOKEN, endpoint).withLimits(limits));
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
    assertThat(ClientLimits.defaults()).isEqualTo(new ClientLimits(2, 3, 50, Duration.ofHours(1)));
  }
}
