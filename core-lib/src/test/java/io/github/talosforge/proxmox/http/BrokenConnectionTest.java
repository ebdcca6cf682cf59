package io.github.talosforge.proxmox.http;

import static io.github.talosforge.proxmox.http.ScriptedServer.json;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.github.talosforge.net.StrangeServer;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the client makes of connections that break, and when. */
class BrokenConnectionTest {
  private static final ApiRequest READ = ApiRequest.get("/version");
  private static final ApiRequest WRITE =
      ApiRequest.post("/nodes/{node}/qemu/{vmid}/status/start", "pve1", 100);
  private static final ApiRequest UPLOAD =
      ApiRequest.post("/nodes/{node}/storage/{storage}/upload", "pve1", "local")
          .with("content", "iso");
  private static final Duration LONG = Duration.ofMinutes(20);
  private static final String OK = json("{\"data\":\"yes\"}");
  private static final String UPID = "UPID:pve1:0003F1A2:01B2C3D4:%08X:qmstart:100:forge@pve!ci:";

  private final VirtualScheduler scheduler = new VirtualScheduler();

  @Test
  void aReadIsSentAgainAfterAResetBeforeAndAfterItWasRead() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.Connection::reset,
                connection -> {
                  connection.readRequest();
                  connection.reset();
                },
                connection -> {
                  connection.readRequest();
                  connection.write(OK);
                });
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      assertThat(transport.call(READ).asText()).isEqualTo("yes");
      assertThat(transport.counters().retries()).isEqualTo(2);
    }
  }

  @Test
  void aWriteIsNeverSentAgainOnceItMayHaveBeenRead() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  connection.readRequest();
                  connection.reset();
                },
                connection -> {
                  connection.readRequest();
                  connection.write(OK);
                });
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      ProxmoxException failure = failureOf(() -> transport.call(WRITE));
      assertThat(failure.kind()).isEqualTo(ErrorKind.OUTCOME_UNKNOWN);
      assertThat(failure.outcomeUnknown()).isTrue();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void aWriteWhoseBodyCannotBeSentWasNotCarriedOutAndIsSentAgain() throws IOException {
    ServerSocket narrow = new ServerSocket();
    narrow.setReceiveBufferSize(4_096);
    narrow.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    try (ScriptedServer server =
            new ScriptedServer(
                narrow,
                connection -> {
                  // The body does not fit into the buffers, so its end is never sent.
                  assertThat(connection.socket().getInputStream().read()).isPositive();
                  connection.reset();
                },
                connection -> {
                  connection.readRequest();
                  connection.write(OK);
                });
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      byte[] large = new byte[16 << 20];
      ApiRequest request =
          UPLOAD.withFile(
              new FilePart("large.iso", large.length, () -> new ByteArrayInputStream(large)));
      assertThat(transport.call(request).asText()).isEqualTo("yes");
      assertThat(transport.counters().retries()).isEqualTo(1);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void aLostAnswerIsFoundByTheTaskThatTheCallStarted() throws IOException {
    String started = UPID.formatted(scheduler.now().getEpochSecond());
    try (ScriptedServer server = losingThenListing(started);
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      ApiRequest request = WRITE.lookedUpBy(new TaskLookup("pve1", "qmstart", "100"));
      assertThat(transport.call(request).asText()).isEqualTo(started);
      assertThat(server.requests()).hasSize(2);
      assertThat(server.requests().get(1))
          .startsWith("GET /api2/json/nodes/pve1/tasks?source=all&typefilter=qmstart&limit=200 ");
    }
  }

  @Test
  void anOldTaskOfTheSameSortIsNotTakenForTheLostOne() throws IOException {
    String old = UPID.formatted(Instant.parse("2026-01-02T02:00:00Z").getEpochSecond());
    try (ScriptedServer server = losingThenListing(old);
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      ApiRequest request = WRITE.lookedUpBy(new TaskLookup("pve1", "qmstart", "100"));
      assertThat(failureOf(() -> transport.call(request)).outcomeUnknown()).isTrue();
    }
  }

  @Test
  void anotherUsersTaskIsNotTakenForTheLostOne() throws IOException {
    String foreign =
        UPID.formatted(scheduler.now().getEpochSecond()).replace("forge@pve!ci", "root@pam");
    try (ScriptedServer server = losingThenListing(foreign);
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      ApiRequest request = WRITE.lookedUpBy(new TaskLookup("pve1", "qmstart", "100"));
      assertThat(failureOf(() -> transport.call(request)).outcomeUnknown()).isTrue();
    }
  }

  private static ScriptedServer losingThenListing(String upid) throws IOException {
    return new ScriptedServer(
        connection -> {
          connection.readRequest();
          connection.reset();
        },
        connection -> {
          connection.readRequest();
          connection.write(json("{\"data\":[{\"upid\":\"" + upid + "\"}]}"));
        });
  }

  @Test
  void aWriteThatProvablyDidNotHappenIsSentAgain() throws IOException {
    AtomicInteger lookups = new AtomicInteger();
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  connection.readRequest();
                  connection.reset();
                },
                connection -> {
                  connection.readRequest();
                  connection.write(OK);
                });
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      ApiRequest request =
          WRITE.lookedUpBy(
              lost -> {
                lookups.incrementAndGet();
                return new OutcomeLookup.Outcome.NotDone();
              });
      assertThat(transport.call(request)).isEqualTo(TextNode.valueOf("yes"));
      assertThat(lookups).hasValue(1);
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void aPooledConnectionThatTheServerClosedIsNotUsedForAWrite() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                connection -> {
                  connection.readRequest();
                  connection.write(OK);
                  connection.socket().close();
                  closed.countDown();
                },
                connection -> {
                  connection.readRequest();
                  connection.write(OK);
                });
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      transport.call(READ);
      closed.await();
      assertThat(transport.call(WRITE).asText()).isEqualTo("yes");
      assertThat(transport.counters().retries()).isZero();
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void aConnectionRetiresBeforeItsHundredthRequest() throws IOException {
    List<Integer> served = new CopyOnWriteArrayList<>();
    ScriptedServer.Behaviour keepAlive =
        connection -> {
          int count = 0;
          String request = "";
          while (!request.contains("Connection: close")) {
            request = connection.readRequest();
            connection.write(OK);
            count++;
          }
          served.add(count);
        };
    ScriptedServer.Behaviour[] script = new ScriptedServer.Behaviour[50];
    Arrays.fill(script, keepAlive);
    try (ScriptedServer server = new ScriptedServer(script);
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      for (int i = 0; i < 250; i++) {
        var unused = transport.call(READ);
      }
      assertThat(served).isNotEmpty().allMatch(count -> count == 99);
      assertThat(transport.counters().retries()).isZero();
    }
  }

  @Test
  void aBodyWithoutEndIsRefusedBeforeItFillsTheMemory() throws IOException {
    try (StrangeServer server = StrangeServer.withEndlessBody(200);
        HttpTransport transport =
            Transports.impatient(
                scheduler, ProxmoxConnection.to(Transports.TOKEN, server.url().toString()), LONG)) {
      assertThat(failureOf(() -> transport.call(READ.within(LONG))).problem())
          .startsWith("GET /version failed: ")
          .contains("sent more than 64 MiB");
    }
  }

  @Test
  void anAnswerThatNeverEndsIsCutOffAtTheDeadline() throws IOException {
    ScriptedServer.Behaviour endless =
        connection -> {
          connection.readRequest();
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{\"data\":");
          connection.awaitEnd();
        };
    ScriptedServer.Behaviour[] script = new ScriptedServer.Behaviour[50];
    Arrays.fill(script, endless);
    try (ScriptedServer server = new ScriptedServer(script);
        HttpTransport transport = Transports.open(new SystemScheduler(), server.url())) {
      ProxmoxException write = cutOff(transport, WRITE);
      assertThat(write.kind()).isEqualTo(ErrorKind.OUTCOME_UNKNOWN);
      assertThat(write.problem()).endsWith("did not answer in time.");
      assertThat(cutOff(transport, READ).kind()).isEqualTo(ErrorKind.TIMEOUT);
    }
  }

  /** To connect alone may take longer on a slow machine: then the next deadline is longer. */
  private static ProxmoxException cutOff(HttpTransport transport, ApiRequest request) {
    Duration time = Duration.ofSeconds(1);
    while (true) {
      ApiRequest hasty = request.within(time);
      ProxmoxException failure = failureOf(() -> transport.call(hasty));
      if (!failure.problem().contains("nothing answers")) {
        return failure;
      }
      time = time.multipliedBy(2);
    }
  }
}
