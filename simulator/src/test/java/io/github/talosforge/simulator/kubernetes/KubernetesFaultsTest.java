package io.github.talosforge.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests to Kubernetes are written down and go wrong like all others. */
class KubernetesFaultsTest {
  private static final String NODE = "/api/v1/nodes/{name}";
  private static final CallPattern CORDON = CallPattern.of("PATCH", NODE);

  private KubernetesLab lab;
  private String node;

  @BeforeEach
  void start() throws IOException {
    lab = new KubernetesLab();
    node = lab.get("/api/v1/nodes").body().at("/items/0/metadata/name").asText();
  }

  @AfterEach
  void stop() {
    lab.close();
  }

  private KubernetesLab.Reply cordon() {
    return lab.patch("/api/v1/nodes/" + node, "merge-patch", "{\"spec\":{\"unschedulable\":true}}");
  }

  private boolean isCordoned() {
    return lab.get("/api/v1/nodes/" + node).body().at("/spec/unschedulable").asBoolean();
  }

  @Test
  void requestsStandInTheJournalWithTheVmOfTheirNode() {
    assertThat(cordon().status()).isEqualTo(200);
    RecordedCall call = lab.log.journal().callsTo("PATCH " + NODE).get(0);
    assertThat(call.isWrite()).isTrue();
    assertThat(call.path()).isEqualTo("/api/v1/nodes/" + node);
    assertThat(call.parameters()).containsKey("vmid");
    assertThat(lab.log.journal().callsTo("GET /api/v1/nodes").get(0).isWrite()).isFalse();
  }

  @Test
  void failureBeforeTheEffectLeavesNothing() {
    lab.log.faults().add(FaultRule.on(CORDON).nth(1).failsBefore(503, "not now"));
    KubernetesLab.Reply refused = cordon();
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.body().path("message").asText()).isEqualTo("not now");
    assertThat(isCordoned()).isFalse();
    assertThat(cordon().status()).isEqualTo(200);
  }

  @Test
  void failureAfterTheEffectLeavesTheEffect() {
    lab.log.faults().add(FaultRule.on(CORDON).nth(1).named("lost").failsAfter(500, "lost"));
    assertThat(cordon().status()).isEqualTo(500);
    assertThat(isCordoned()).isTrue();
    assertThat(lab.log.journal().callsTo("PATCH " + NODE).get(0).faults()).containsExactly("lost");
  }

  @Test
  void resetEndsTheConnection() {
    lab.log.faults().add(FaultRule.on(CORDON).nth(1).resetAfter());
    assertThatThrownBy(this::cordon).hasRootCauseInstanceOf(IOException.class);
    assertThat(isCordoned()).isTrue();
  }

  @Test
  void answerComesLate() {
    lab.log.faults().add(FaultRule.on(CORDON).nth(1).latency(Duration.ofMillis(1)));
    assertThat(cordon().status()).isEqualTo(200);
    assertThat(lab.log.journal().callsTo("PATCH " + NODE).get(0).faults()).hasSize(1);
  }
}
