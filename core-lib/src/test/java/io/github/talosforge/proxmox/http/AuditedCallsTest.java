package io.github.talosforge.proxmox.http;

import static io.github.talosforge.proxmox.http.ScriptedServer.json;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.TextNode;
import io.github.talosforge.audit.Reason;
import io.github.talosforge.audit.Write;
import io.github.talosforge.audit.Write.Outcome;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.http.OutcomeLookup.Outcome.Done;
import io.github.talosforge.proxmox.http.OutcomeLookup.Outcome.NotDone;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Each request that changes something is told once, with what came of it. */
class AuditedCallsTest {
  private static final ApiRequest WRITE =
      ApiRequest.post("/nodes/{node}/qemu/{vmid}/status/start", "pve1", 100)
          .withSecret("stateuri", "a-value");
  private static final String TARGET = "POST /nodes/pve1/qemu/100/status/start";
  private static final String UPID =
      "UPID:pve1:0003F1A2:01B2C3D4:6957E5F0:qmstart:100:forge@pve!ci:";
  private static final ScriptedServer.Behaviour LOSES =
      connection -> {
        connection.readRequest();
        connection.reset();
      };
  private static final ScriptedServer.Behaviour ANSWERS =
      connection -> {
        connection.readRequest();
        connection.write(json("{\"data\":\"" + UPID + "\"}"));
      };

  private final VirtualScheduler scheduler = new VirtualScheduler();
  private final List<Write> writes = new CopyOnWriteArrayList<>();

  private HttpTransport open(String... urls) {
    return Transports.open(
        scheduler, ProxmoxConnection.to(Transports.TOKEN, urls).withAudit(writes::add));
  }

  @Test
  void anAcceptedOneIsToldWithItsTaskAndReason() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ANSWERS);
        HttpTransport transport = open(server.url())) {
      Reason.here().then("start/cp-1").run(() -> transport.call(WRITE));
    }
    assertThat(writes)
        .containsExactly(
            new Write(
                scheduler.now(),
                Write.Receiver.PROXMOX,
                TARGET,
                Outcome.ACCEPTED,
                Optional.of(UPID),
                "forge@pve!ci",
                Optional.of("start/cp-1")));
  }

  @Test
  void aLostAnswerThatNobodyFindsIsUnknown() throws IOException {
    try (ScriptedServer server = new ScriptedServer(LOSES);
        HttpTransport transport = open(server.url())) {
      assertThat(failureOf(() -> transport.call(WRITE)).outcomeUnknown()).isTrue();
    }
    assertThat(writes)
        .extracting(Write::target, Write::outcome, Write::upid, Write::why)
        .containsExactly(tuple(TARGET, Outcome.UNKNOWN, Optional.empty(), Optional.empty()));
  }

  @Test
  void aLostAnswerThatIsFoundIsToldWithWhatWasFound() throws IOException {
    try (ScriptedServer server = new ScriptedServer(LOSES);
        HttpTransport transport = open(server.url())) {
      assertThat(
              transport.call(WRITE.lookedUpBy(lost -> new Done(TextNode.valueOf(UPID)))).asText())
          .isEqualTo(UPID);
    }
    assertThat(writes)
        .extracting(Write::outcome, Write::upid)
        .containsExactly(tuple(Outcome.ACCEPTED, Optional.of(UPID)));
  }

  @Test
  void oneThatWasNotDoneAndIsSentAgainIsToldTwice() throws IOException {
    try (ScriptedServer server = new ScriptedServer(LOSES, ANSWERS);
        HttpTransport transport = open(server.url())) {
      assertThat(transport.call(WRITE.lookedUpBy(lost -> new NotDone())).asText()).isEqualTo(UPID);
    }
    assertThat(writes)
        .extracting(Write::outcome)
        .containsExactly(Outcome.REFUSED, Outcome.ACCEPTED);
  }

  @Test
  void aRefusalIsToldAndAReadIsNot() throws IOException {
    ScriptedServer.Behaviour refuses =
        connection -> {
          connection.readRequest();
          connection.write("HTTP/1.1 403 Permission check failed\r\nContent-Length: 0\r\n\r\n");
        };
    try (ScriptedServer server = new ScriptedServer(refuses, ANSWERS, ANSWERS);
        HttpTransport transport = open(server.url())) {
      assertThat(failureOf(() -> transport.call(WRITE)).outcomeUnknown()).isFalse();
      assertThat(transport.call(ApiRequest.get("/version")).asText()).isEqualTo(UPID);
      assertThat(transport.call(WRITE.readingOnly()).asText()).isEqualTo(UPID);
    }
    assertThat(writes).extracting(Write::outcome).containsExactly(Outcome.REFUSED);
  }

  @Test
  void whatWasNeverSentWholeIsNoWrite() throws IOException {
    ServerSocket narrow = new ServerSocket();
    narrow.setReceiveBufferSize(4_096);
    narrow.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    byte[] large = new byte[16 << 20];
    ApiRequest upload =
        ApiRequest.post("/nodes/{node}/storage/{storage}/upload", "pve1", "local")
            .with("content", "iso")
            .withFile(
                new FilePart("large.iso", large.length, () -> new ByteArrayInputStream(large)));
    try (ScriptedServer server =
            new ScriptedServer(
                narrow,
                connection -> {
                  assertThat(connection.socket().getInputStream().read()).isPositive();
                  connection.reset();
                },
                ANSWERS);
        HttpTransport transport = open("http://127.0.0.1:1", server.url())) {
      assertThat(transport.call(upload).asText()).isEqualTo(UPID);
    }
    assertThat(writes).extracting(Write::outcome).containsExactly(Outcome.ACCEPTED);
  }
}
