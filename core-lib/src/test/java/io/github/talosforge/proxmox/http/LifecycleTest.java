package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static io.github.talosforge.proxmox.http.FakeTasks.upid;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The real scheduler, whose threads must not outlive the client. */
class LifecycleTest {
  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private static final Upid TASK = upid("pve1", 1);

  private static HttpTransport open() {
    return Transports.open(new SystemScheduler(), "http://127.0.0.1:" + PVE.getPort());
  }

  private static List<Thread> threads() {
    Set<Thread> all = Thread.getAllStackTraces().keySet();
    return all.stream()
        .filter(thread -> thread.getName().equals("talosforge-proxmox"))
        .collect(Collectors.toList());
  }

  @Test
  void followsATaskInRealTime() {
    FakeTasks tasks = new FakeTasks(PVE);
    tasks.clusterList(Map.of(TASK, "OK"));
    try (HttpTransport transport = open()) {
      assertThat(transport.follow(TASK).await(Duration.ofMinutes(10)).warnings()).isZero();
    }
  }

  @Test
  void callsNeedNoThreadAndClosingEndsThePoller() throws Exception {
    PVE.stubFor(any(anyUrl()).willReturn(okJson("{\"data\":null}")));
    HttpTransport idle = open();
    var unused = idle.call(ApiRequest.get("/version"));
    idle.close();

    FakeTasks tasks = new FakeTasks(PVE);
    tasks.clusterList(Map.of(TASK, ""));
    HttpTransport transport = open();
    TaskHandle handle = transport.follow(TASK);
    List<Thread> started = threads();
    transport.close();
    assertThat(failureOf(() -> handle.await(Duration.ofMinutes(10))).kind())
        .isEqualTo(ErrorKind.INTERRUPTED);
    for (Thread thread : started) {
      thread.join();
    }
  }
}
