package io.github.talosforge.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.simulator.schema.Schema;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultFileTest {
  private static FaultFile parse(String text) {
    Schema schema = Schema.of(9);
    return FaultFile.parse(text, (method, path) -> schema.find(method, path).isPresent());
  }

  @Test
  void everyKindOfFaultIsRead() {
    FaultFile file =
        parse(
            """
            seed: 7
            rules:
              - {call: any, latency: 300ms}
              - {call: read, fail: {status: 596, reason: broken pipe}}
              - {call: write, occurrence: 3, fail: {status: 500, reason: lost, when: after}}
              - {call: "POST /nodes/{node}/qemu/{vmid}/clone", vm: 9000, host: pve2, reset: after}
              - {call: write, vm: 100, lock: backup, lasting: 3}
              - {call: write, kill-worker: true}
              - {call: any, occurrence: every 5, offline: pve2}
              - {call: any, occurrence: 2..4, quorum-lost: true}
              - {call: any, occurrence: 2.., storage-full: local-lvm}
              - {call: any, probability: 0.5, deny: {privilege: VM.Clone, path: /vms, who: a@pve}}
            """);
    assertThat(file.seed()).isEqualTo(7);
    assertThat(file.rules().stream().map(FaultRule::fault))
        .isEqualTo(
            List.of(
                new Fault.Latency(Duration.ofMillis(300)),
                new Fault.Failure(596, "broken pipe", Fault.Side.BEFORE),
                new Fault.Failure(500, "lost", Fault.Side.AFTER),
                new Fault.Reset(Fault.Side.AFTER),
                new Fault.Locked("backup", null),
                new Fault.WorkerKilled(),
                new Fault.HostOffline("pve2"),
                new Fault.QuorumLost(),
                new Fault.StorageFull("local-lvm"),
                new Fault.Denied("a@pve", "/vms", "VM.Clone")));
    assertThat(file.rules().get(3).calls())
        .isEqualTo(
            CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/clone")
                .withVm(9000)
                .withHost("pve2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "rules: 3 | The file needs a list 'rules'.",
        "colour: 3 | In the file: 'colour' is not known; known are rules, seed.",
        "rules: [{call: write}] | In rule 1: exactly one of deny, fail, kill-worker, latency, lock,"
            + " node, offline, quorum-lost, reset, storage-full is needed.",
        "rules: [{reset: after, lock: backup}] | In rule 1: exactly one of deny, fail, kill-worker,"
            + " latency, lock, node, offline, quorum-lost, reset, storage-full is needed, not lock and"
            + " reset.",
        "rules: [{call: POST /moon, reset: after}] | In rule 1: there is no operation 'POST /moon';"
            + " write its path as in the API viewer, for example"
            + " 'POST /nodes/{node}/qemu/{vmid}/clone'.",
        "rules: [{call: sometimes, reset: after}] | In rule 1: 'call' is 'any', 'read', 'write' or"
            + " METHOD /path, not 'sometimes'.",
        "rules: [{reset: during}] | In rule 1: the effect comes 'before' or 'after', not 'during'.",
        "rules: [{latency: soon}] | In rule 1: a time is '300ms', '2s' or '1m', not 'soon'.",
        "rules: [{occurrence: 0, reset: after}] | In rule 1: an occurrence is '3', '2..4', '2..' or"
            + " 'every 5', not '0'.",
        "rules: [{probability: 2, reset: after}] | In rule 1: a probability is 0 to 1, not 2.0.",
        "rules: [{fail: {status: 200}}] | In rule 1: a failure's status is 400 to 599, not 200.",
        "rules: [{vm: x, reset: after}] | In rule 1: 'vm' is a number above 0, not 'x'.",
      })
  void wrongRulesAreRefusedWithASentence(String text, String sentence) {
    assertThatThrownBy(() -> parse(text)).hasMessage(sentence);
  }

  @Test
  void chanceIsTheSameInEveryRun() {
    assertThat(hits(3)).isEqualTo(hits(3)).isNotEqualTo(hits(4));
  }

  private static List<Boolean> hits(long seed) {
    Faults faults = new Faults(seed);
    faults.add(FaultRule.on(CallPattern.ANY).probability(0.5).resetBefore());
    ObservedCall call = new ObservedCall("GET", "/version", java.util.Set.of(), null);
    return java.util.stream.IntStream.range(0, 64)
        .mapToObj(i -> !faults.due(call).starting().isEmpty())
        .toList();
  }

  @Test
  void lastingFaultEndsAfterItsCalls() {
    Faults faults = new Faults(1);
    faults.add(FaultRule.on(CallPattern.ANY).nth(2).lasting(3).goesWrong(new Fault.QuorumLost()));
    ObservedCall call = new ObservedCall("GET", "/version", java.util.Set.of(), null);
    List<String> seen =
        java.util.stream.IntStream.range(0, 5)
            .mapToObj(i -> faults.due(call))
            .map(due -> due.starting().size() + "/" + due.ending().size())
            .toList();
    assertThat(seen).containsExactly("0/0", "1/0", "0/0", "0/1", "0/0");
  }
}
