package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static io.github.talosforge.proxmox.http.FakeTasks.upid;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.TaskProgress;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskPollerTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Upid TASK = upid("pve1", 1);

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final VirtualScheduler scheduler = new VirtualScheduler();
  private HttpTransport transport;
  private FakeTasks tasks;

  @BeforeEach
  void open() {
    transport = Transports.open(scheduler, "http://127.0.0.1:" + PVE.getPort());
    tasks = new FakeTasks(PVE);
  }

  @AfterEach
  void close() {
    transport.close();
  }

  @Test
  void looksFirstAfter100MillisecondsAndThenEverLessOften() {
    tasks.clusterList(Map.of(TASK, ""));
    var unused = transport.follow(TASK);
    scheduler.pause(Duration.ofMillis(99));
    assertThat(tasks.all()).isZero();
    scheduler.pause(Duration.ofMillis(1));
    assertThat(tasks.clusterLists()).isEqualTo(1);
    scheduler.pause(Duration.ofMillis(900));
    assertThat(tasks.clusterLists()).isBetween(9, 10);
    scheduler.pause(Duration.ofSeconds(9));
    assertThat(tasks.clusterLists()).isBetween(26, 29);
    int before = tasks.clusterLists();
    scheduler.pause(MINUTE);
    assertThat(tasks.clusterLists() - before).isEqualTo(60);
    assertThat(tasks.all()).as("nothing but lists").isEqualTo(tasks.clusterLists());
    assertThat(transport.counters().polls()).isEqualTo(tasks.all());
  }

  @Test
  void fiveHundredTasksCostOneListASecond() {
    Map<Upid, String> running = new LinkedHashMap<>();
    IntStream.range(0, 500).forEach(i -> running.put(upid("pve" + i % 5, i), ""));
    tasks.clusterList(running);
    List<TaskHandle> handles = running.keySet().stream().map(transport::follow).toList();
    scheduler.pause(Duration.ofSeconds(3));
    int before = tasks.all();
    scheduler.pause(MINUTE);
    assertThat(tasks.all() - before).isEqualTo(60);
    running.replaceAll((upid, status) -> "OK");
    tasks.clusterList(running);
    scheduler.pause(Duration.ofSeconds(1));
    assertThat(handles).allMatch(handle -> handle.completion().isDone());
    assertThat(scheduler.scheduled()).as("nothing left to poll").isZero();
  }

  @ParameterizedTest
  @CsvSource({"OK, 0", "WARNINGS: 1, 1", "WARNINGS: 12, 12", "WARNINGS: 99999999999999, 999999999"})
  void warningsAreSuccess(String exitStatus, int warnings) {
    tasks.clusterList(Map.of(TASK, exitStatus));
    TaskResult result = transport.follow(TASK).await(MINUTE);
    assertThat(result.warnings()).isEqualTo(warnings);
    assertThat(result.hasWarnings()).isEqualTo(warnings > 0);
  }

  @Test
  void aFailureCarriesTheEndOfTheLog() {
    tasks.clusterList(Map.of(TASK, "clone failed:\\n\\u001b storage 'x' does not exist"));
    tasks.log(TASK, "create\\nfull clone", "TASK ERROR: clone failed");
    ProxmoxException failure = failureOf(() -> transport.follow(TASK).await(MINUTE));
    assertThat(failure.kind()).isEqualTo(ErrorKind.STORAGE);
    assertThat(failure.problem())
        .isEqualTo(
            "Task qmclone of 9000 on pve1 failed: clone failed:⏎ \uFFFD storage 'x' does not exist");
    assertThat(failure.taskLog()).containsExactly("create⏎ full clone", "TASK ERROR: clone failed");
  }

  @Test
  void asksByIdentifierForATaskThatTheListDoesNotHold() {
    tasks.running(TASK);
    TaskHandle handle = transport.follow(TASK);
    scheduler.pause(Duration.ofSeconds(2));
    assertThat(handle.completion()).isNotDone();
    assertThat(tasks.states(TASK)).isEqualTo(tasks.clusterLists());
    tasks.ended(TASK, "OK");
    assertThat(handle.await(MINUTE).warnings()).isZero();
  }

  @Test
  void asksTheHostWhenTheClusterListIsRefused() {
    tasks.clusterListFails(
        aResponse().withStatus(403).withStatusMessage("Permission check failed (/, Sys.Audit)"));
    Map<Upid, String> list = new LinkedHashMap<>();
    IntStream.range(0, 30).forEach(i -> list.put(upid("pve1", i), ""));
    tasks.hostList("pve1", "active", list);
    List<TaskHandle> handles = list.keySet().stream().map(transport::follow).toList();
    scheduler.pause(Duration.ofSeconds(3));
    int before = tasks.all();
    scheduler.pause(MINUTE);
    assertThat(tasks.all() - before).isEqualTo(60);
    assertThat(tasks.clusterLists()).as("asked once").isEqualTo(1);
    list.replaceAll((upid, status) -> "OK");
    tasks.hostList("pve1", "active", Map.of());
    tasks.hostList("pve1", "archive", list);
    scheduler.pause(Duration.ofSeconds(2));
    assertThat(handles).allMatch(handle -> handle.completion().isDone());
  }

  @Test
  void asksByIdentifierWhenEveryListIsRefused() {
    tasks.clusterListFails(aResponse().withStatus(403));
    List<Upid> upids = IntStream.range(0, 5).mapToObj(i -> upid("pve1", i)).toList();
    upids.forEach(upid -> tasks.ended(upid, "OK"));
    List<TaskHandle> handles = upids.stream().map(transport::follow).toList();
    scheduler.pause(Duration.ofSeconds(1));
    assertThat(handles).allMatch(handle -> handle.completion().isDone());
  }

  @Test
  void aTaskThatTheHostDoesNotKnowIsLost() {
    tasks.state(
        TASK, okJson("{\"data\":null,\"errors\":{\"upid\":\"no such task\"}}").withStatus(400));
    ProxmoxException failure = failureOf(() -> transport.follow(TASK).await(MINUTE));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TASK_LOST);
    assertThat(failure.outcomeUnknown()).isTrue();
  }

  @Test
  void aKilledWorkerIsLostToo() {
    tasks.clusterList(Map.of(TASK, "unexpected status"));
    ProxmoxException failure = failureOf(() -> transport.follow(TASK).await(MINUTE));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TASK_LOST);
  }

  @Test
  void aTimeOutSaysWhatTheTaskWasDoingAndThatItGoesOn() {
    tasks.clusterList(Map.of(TASK, ""));
    tasks.log(TASK, "create full clone", "transferred 12.0 GiB of 32.0 GiB (37.50%)");
    TaskHandle handle = transport.follow(TASK);
    ProxmoxException failure = failureOf(() -> handle.await(Duration.ofMinutes(5)));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(failure.getMessage())
        .isEqualTo(
            "Task qmclone of 9000 on pve1 still runs after 5 minutes. Its last words:"
                + " 'transferred 12.0 GiB of 32.0 GiB (37.50%)'.\n"
                + "It goes on by itself. Wait longer, or follow "
                + TASK
                + " in the task list.");
    tasks.clusterList(Map.of(TASK, "OK"));
    assertThat(handle.await(MINUTE).warnings()).as("still followed").isZero();
  }

  @Test
  void aTimeOutWithoutALookSaysWhyNobodyCouldLook() {
    tasks.clusterListFails(aResponse().withStatus(596));
    TaskHandle handle = transport.follow(TASK);
    ProxmoxException failure = failureOf(() -> handle.await(MINUTE));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(failure.problem())
        .startsWith(
            "Nobody knows whether task qmclone of 9000 on pve1 still runs after 60 seconds, because"
                + " the last look at it failed: GET /cluster/tasks");
    tasks.clusterList(Map.of(TASK, ""));
    assertThat(failureOf(() -> handle.await(MINUTE)).problem())
        .as("trouble that passed")
        .isEqualTo("Task qmclone of 9000 on pve1 still runs after 60 seconds.");
  }

  @Test
  void aCancelledTaskSaysSo() {
    tasks.clusterList(Map.of(TASK, ""));
    PVE.stubFor(delete(urlEqualTo(FakeTasks.path(TASK, ""))).willReturn(okJson("{\"data\":null}")));
    TaskHandle handle = transport.follow(TASK);
    handle.cancel();
    PVE.verify(1, deleteRequestedFor(urlEqualTo(FakeTasks.path(TASK, ""))));
    tasks.clusterList(Map.of(TASK, "interrupted by signal"));
    ProxmoxException failure = failureOf(() -> handle.await(MINUTE));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TASK_CANCELLED);
  }

  @Test
  void aPassingTroubleDoesNotEndTheWaiting() {
    tasks.clusterListFails(aResponse().withStatus(596));
    TaskHandle handle = transport.follow(TASK);
    scheduler.pause(Duration.ofSeconds(10));
    assertThat(handle.completion()).isNotDone();
    tasks.clusterList(Map.of(TASK, "OK"));
    assertThat(handle.await(MINUTE).warnings()).isZero();
  }

  @Test
  void aRevokedTokenEndsTheWaiting() {
    tasks.clusterListFails(aResponse().withStatus(401).withStatusMessage("No ticket"));
    ProxmoxException failure = failureOf(() -> transport.follow(TASK).await(MINUTE));
    assertThat(failure.kind()).isEqualTo(ErrorKind.AUTHENTICATION);
    assertThat(failure.outcomeUnknown()).isTrue();
    assertThat(failure.problem()).startsWith("Cannot follow qmclone of 9000 on pve1 any more");
  }

  @Test
  void theSameTaskIsFollowedOnce() {
    tasks.clusterList(Map.of(TASK, ""));
    assertThat(transport.follow(TASK)).isSameAs(transport.follow(TASK));
  }

  @Test
  void closingEndsTheWaitingAndLeavesNothingScheduled() {
    tasks.clusterList(Map.of(TASK, ""));
    TaskHandle handle = transport.follow(TASK);
    scheduler.pause(Duration.ofSeconds(1));
    transport.close();
    ProxmoxException failure = failureOf(() -> handle.await(MINUTE));
    assertThat(failure.kind()).isEqualTo(ErrorKind.INTERRUPTED);
    assertThat(failure.problem()).endsWith("the task goes on.");
    assertThat(scheduler.scheduled()).isZero();
  }

  @Test
  void readsLogsInTurnOnceASecondAndOnlyForListeners() {
    Map<Upid, String> running = new LinkedHashMap<>();
    IntStream.range(0, 4).forEach(i -> running.put(upid("pve1", i), ""));
    tasks.clusterList(running);
    running.keySet().forEach(upid -> tasks.log(upid, "half done (50.00%)"));
    List<TaskProgress> heard = new ArrayList<>();
    List<Upid> upids = List.copyOf(running.keySet());
    upids.subList(0, 3).forEach(upid -> transport.follow(upid).onProgress(heard::add));
    var unused = transport.follow(upids.get(3));
    scheduler.pause(MINUTE);
    assertThat(upids.subList(0, 3)).allMatch(upid -> tasks.logs(upid) == 20);
    assertThat(tasks.logs(upids.get(3))).isZero();
    assertThat(heard.get(0).percent()).hasValue(50.0);
    assertThat(heard.get(0).line()).isEqualTo("half done (50.00%)");
    PVE.verify(
        1, getRequestedFor(urlEqualTo(FakeTasks.path(upids.get(0), "log") + "?start=1&limit=500")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "drive-scsi0: transferred 520.0 MiB of 32.0 GiB (1.59%) in 3s | 1.59",
        "    (12.34/100%) | 12.34",
        " 50K .......... .......... 12% 1.2M 3s | 12",
        "transferred 32.0 GiB of 32.0 GiB (100.00%) | 100"
      })
  void readsPercentFromLogLines(String line, double percent) {
    assertThat(TaskLogReader.percent(line)).hasValue(percent);
  }

  @Test
  void aLineWithoutPercentHasNone() {
    assertThat(TaskLogReader.percent("create full clone of drive scsi0")).isEmpty();
  }
}
