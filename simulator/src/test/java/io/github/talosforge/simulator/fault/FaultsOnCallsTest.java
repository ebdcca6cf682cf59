package io.github.talosforge.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.simulator.RawClient;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultsOnCallsTest {
  private static final CallPattern ADD_ROLE = CallPattern.of("POST", "/access/roles");

  private final Simulator simulator = Simulator.builder().hosts(2).start();

  @AfterEach
  void stop() {
    simulator.close();
  }

  private RawClient.Reply addRole(String name) {
    return RawClient.post(simulator, "/access/roles", Map.of("roleid", name));
  }

  private boolean hasRole(String name) {
    return RawClient.get(simulator, "/access/roles/" + name).status() == 200;
  }

  @Test
  void resetAfterTheEffectLeavesTheEffect() {
    simulator.faults().add(FaultRule.on(ADD_ROLE).nth(2).named("lost answer").resetAfter());
    assertThat(addRole("One").status()).isEqualTo(200);
    assertConnectionBreaks("Two");
    assertThat(hasRole("Two")).isTrue();
    RecordedCall lost = simulator.journal().callsTo("POST /access/roles").get(1);
    assertThat(lost.status()).isZero();
    assertThat(lost.faults()).containsExactly("lost answer");
    assertThat(addRole("Three").status()).isEqualTo(200);
  }

  @Test
  void resetBeforeTheEffectLeavesNothing() {
    simulator.faults().add(FaultRule.on(ADD_ROLE).nth(1).resetBefore());
    assertConnectionBreaks("One");
    assertThat(hasRole("One")).isFalse();
  }

  private void assertConnectionBreaks(String role) {
    try {
      assertThat(addRole(role).status()).isEqualTo(-1);
    } catch (UncheckedIOException reset) {
      assertThat(reset.getCause()).isNotNull();
    }
  }

  @Test
  void nthWriteFailsAfterItTookEffect() {
    simulator.faults().add(FaultRule.on(CallPattern.WRITES).nth(3).failsAfter(596, "broken pipe"));
    addRole("One");
    hasRole("One");
    addRole("Two");
    RawClient.Reply third = addRole("Three");
    assertThat(third.status()).isEqualTo(596);
    assertThat(third.reason()).isEqualTo("broken pipe");
    assertThat(third.body()).isEmpty();
    assertThat(hasRole("Three")).isTrue();
  }

  @Test
  void callerThatDiedWritesNothingAnyMore() {
    simulator
        .faults()
        .add(FaultRule.on(ADD_ROLE).nth(1).goesWrong(new Fault.CallerDies(Fault.Side.AFTER)));
    assertThat(addRole("One").status()).isEqualTo(500);
    assertThat(addRole("Two").status()).isEqualTo(500);
    assertThat(hasRole("One")).isTrue();
    assertThat(hasRole("Two")).isFalse();
    simulator.faults().clear();
    assertThat(addRole("Two").status()).isEqualTo(200);
  }

  @Test
  void faultOfTheNextCallLeavesThisOneAlone() {
    Fault fails = new Fault.Failure(596, "late", Fault.Side.BEFORE);
    simulator.faults().add(FaultRule.on(ADD_ROLE).nth(1).goesWrong(new Fault.Next(fails)));
    assertThat(addRole("One").status()).isEqualTo(200);
    assertThat(addRole("Two").status()).isEqualTo(596);
    assertThat(addRole("Three").status()).isEqualTo(200);
  }

  @Test
  void nextWorkerIsNotKilledByAReadingCall() {
    Fault killed = new Fault.Next(new Fault.WorkerKilled());
    simulator.faults().add(FaultRule.on(ADD_ROLE).nth(1).named("killed").goesWrong(killed));
    addRole("One");
    hasRole("One");
    addRole("Two");
    assertThat(simulator.journal().callsTo("GET /access/roles/{roleid}").get(0).faults()).isEmpty();
    assertThat(simulator.journal().callsTo("POST /access/roles").get(1).faults())
        .containsExactly("killed");
  }

  @Test
  void failureBeforeTheEffectLeavesNothing() {
    simulator
        .faults()
        .add(FaultRule.on(ADD_ROLE).failsBefore(500, "got no worker upid - start worker failed"));
    assertThat(addRole("One").reason()).isEqualTo("got no worker upid - start worker failed");
    assertThat(hasRole("One")).isFalse();
  }

  @Test
  void latencyHoldsTheAnswerBack() {
    simulator.faults().add(FaultRule.on(CallPattern.READS).latency(Duration.ofMillis(120)));
    long start = System.nanoTime();
    hasRole("PVEAdmin");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(119));
  }

  @Test
  void permissionIsTakenAwayAndGivenBack() {
    simulator.access().user("ops@pve", "password1");
    simulator.access().grant("/", "ops@pve", "Administrator");
    String token = simulator.access().token("ops@pve!ci");
    simulator
        .faults()
        .add(
            FaultRule.on(ADD_ROLE)
                .nth(2)
                .lasting(2)
                .goesWrong(new Fault.Denied("*", "/access", "Sys.Modify")));
    java.util.List<Integer> statuses =
        java.util.stream.IntStream.rangeClosed(1, 4)
            .map(
                i ->
                    RawClient.call(
                            simulator,
                            RawClient.token(token),
                            "POST",
                            "/access/roles",
                            Map.of("roleid", "R" + i))
                        .status())
            .boxed()
            .toList();
    assertThat(statuses).containsExactly(200, 403, 403, 200);
  }

  @Test
  void impossibleRulesAreRefusedWithASentence() {
    assertThatThrownBy(() -> FaultRule.on(CallPattern.ANY).probability(1.5).resetAfter())
        .hasMessage("a probability is 0 to 1, not 1.5");
  }
}
