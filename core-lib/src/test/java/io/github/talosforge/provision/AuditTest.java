package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.github.talosforge.audit.Write;
import io.github.talosforge.audit.Write.Receiver;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.OperationException;
import io.github.talosforge.operation.OperationException.Kind;
import io.github.talosforge.operation.Result;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every write of a run is told: when, what, by whom, why, and what came of it. */
class AuditTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int TELLING = 12;

  @TempDir private Path folder;

  private static List<Write> run(TalosWorld world, Path file, String confirmed, Goal... goals) {
    try (ClusterRun run =
        world.run(world.terms().confirming(List.of(confirmed)).auditFile(Optional.of(file)))) {
      for (Goal goal : goals) {
        Result unused = run.operation(goal).run(RunListener.SILENT);
      }
      assertThat(run.talosCounters().changing())
          .isEqualTo(of(run.journal().writes(), Receiver.TALOS).size());
      return run.journal().writes();
    }
  }

  private static List<Write> of(List<Write> writes, Receiver receiver) {
    return writes.stream().filter(write -> write.receiver() == receiver).toList();
  }

  private static List<RecordedCall> written(TalosWorld world) {
    return world.simulator.journal().writes().stream()
        .filter(call -> !call.template().endsWith("/agent/ping"))
        .toList();
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(MAPPER.readTree(line));
    }
    return lines;
  }

  /** What the simulator's journal calls it. */
  private static String call(Write write) {
    return write.receiver() == Receiver.TALOS
        ? "POST /" + write.target().split(" ", 2)[0]
        : URLDecoder.decode(write.target().replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Test
  void aClustersLifeIsToldCallByCall() throws IOException {
    Path file = folder.resolve("log/audit.jsonl");
    NodeSelection worker = NodeSelection.only(NodeName.of("worker-2"));
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 2)) {
      List<Write> all =
          new ArrayList<>(
              run(
                  world,
                  file,
                  "",
                  new Goal.Provision(NodeSelection.all(), false),
                  new Goal.Bootstrap(NodeSelection.all(), false)));
      all.addAll(run(world, file, "worker-2", new Goal.RemoveNodes(worker, false, false)));

      List<Write> proxmox = of(all, Receiver.PROXMOX);
      List<RecordedCall> calls = written(world);
      assertThat(all.stream().map(AuditTest::call))
          .containsExactlyInAnyOrderElementsOf(
              calls.stream().map(call -> call.method() + " " + call.path()).toList());
      assertThat(proxmox.stream().flatMap(write -> write.upid().stream()))
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(
              calls.stream().map(RecordedCall::task).filter(Objects::nonNull).toList());
      assertThat(proxmox)
          .extracting(Write::principal)
          .containsOnly(world.simulator.token().split("=", 2)[0]);

      assertThat(of(all, Receiver.TALOS))
          .extracting(write -> write.target().split(" ", 2)[0] + " " + write.why().orElse(""))
          .containsExactlyInAnyOrder(
              "machine.MachineService/ApplyConfiguration bootstrap: configure/cp-1",
              "machine.MachineService/ApplyConfiguration bootstrap: configure/worker-1",
              "machine.MachineService/ApplyConfiguration bootstrap: configure/worker-2",
              "machine.MachineService/Bootstrap bootstrap: bootstrap/cp-1");
      assertThat(of(all, Receiver.KUBERNETES))
          .extracting(
              write -> write.target() + " " + write.outcome() + " " + write.why().orElse(""))
          .startsWith(
              "POST /apis/coordination.k8s.io/v1/namespaces/kube-system/leases ACCEPTED"
                  + " removeNodes: leave: lease")
          .contains("DELETE /api/v1/nodes/worker-2 ACCEPTED removeNodes: forget");
      assertThat(of(all, Receiver.KUBERNETES)).extracting(Write::principal).containsOnly("admin");

      assertThat(all)
          .allSatisfy(
              write ->
                  assertThat(write.why().orElse(""))
                      .matches("(provision: .+|bootstrap: .+|removeNodes: .+)"));
      assertThat(all)
          .anySatisfy(
              write -> {
                assertThat(write.target()).startsWith("DELETE /nodes/");
                assertThat(write.why().orElse("")).startsWith("removeNodes: destroy/worker-2/");
              });

      assertThat(lines(file).stream().map(line -> line.get("target").asText()))
          .containsExactlyElementsOf(all.stream().map(Write::target).toList());
      tellsNothingElse(world, file, calls);
    }
  }

  /** A line has no place for a parameter; what is long enough to be one is looked for as well. */
  private static void tellsNothingElse(TalosWorld world, Path file, List<RecordedCall> calls)
      throws IOException {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Path.of("../docs/schema/audit.schema.json")));
    assertThat(lines(file))
        .allSatisfy(
            line -> {
              assertThat(schema.validate(line)).isEmpty();
              Set<String> fields = new TreeSet<>();
              line.fieldNames().forEachRemaining(fields::add);
              fields.remove("upid");
              assertThat(fields)
                  .containsExactly("outcome", "principal", "system", "target", "time", "why");
            });
    Set<String> secrets = new TreeSet<>(TalosWorld.SECRETS.values());
    secrets.add(world.simulator.token().split("=", 2)[1]);
    assertThat(secrets).hasSizeGreaterThan(10).noneMatch(Files.readString(file)::contains);

    String told =
        lines(file).stream()
            .filter(line -> line.get("system").asText().equals("proxmox"))
            .map(JsonNode::toString)
            .collect(Collectors.joining());
    assertThat(
            calls.stream()
                .flatMap(call -> call.parameters().values().stream())
                .filter(value -> value.length() >= TELLING)
                .filter(
                    value ->
                        calls.stream()
                            .noneMatch(call -> (call.path() + call.task()).contains(value))))
        .hasSizeGreaterThan(10)
        .noneMatch(told::contains);
  }

  @Test
  void theFileIsItsOwnersAloneAndGoesOnAfterAHalfLine() throws IOException {
    Path file = folder.resolve("audit.jsonl");
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0)) {
      List<Write> first = run(world, file, "", new Goal.Provision(NodeSelection.all(), false));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(lines(file)).hasSize(first.size()).isNotEmpty();

      Files.writeString(file, "{\"time\":\"2026-");
      Goal end = new Goal.Destroy(NodeSelection.all(), false, false);
      List<Write> second = run(world, file, "demo", end);
      List<String> text = Files.readAllLines(file);
      assertThat(text).hasSize(1 + second.size());
      assertThat(MAPPER.readTree(text.get(1)).get("why").asText()).startsWith("destroy: ");
    }
  }

  @Test
  void aLineIsThereBeforeTheNextChangeBegins() throws IOException {
    Path file = folder.resolve("audit.jsonl");
    List<Long> seen = new ArrayList<>();
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0);
        ClusterRun run = world.run(world.terms().parallel(1).auditFile(Optional.of(file)))) {
      Result unused =
          run.operation(new Goal.Provision(NodeSelection.all(), false))
              .run(
                  new RunListener() {
                    @Override
                    public void begins(Change change) {
                      assertThat(file).exists();
                      seen.add(file.toFile().length());
                    }
                  });
      assertThat(seen).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(1);
    }
  }

  @Test
  void aRefusedCallIsToldToo() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0);
        ClusterRun run = world.run(world.terms())) {
      world
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/clone"))
                  .lasting(100)
                  .failsBefore(500, "no such volume"));
      assertThatThrownBy(
              () -> {
                Result unused =
                    run.operation(new Goal.Provision(NodeSelection.all(), false))
                        .run(RunListener.SILENT);
              })
          .isInstanceOf(OperationException.class);
      assertThat(run.journal().writes())
          .filteredOn(write -> write.target().endsWith("/clone"))
          .hasSameSizeAs(world.simulator.journal().callsTo("POST /nodes/{node}/qemu/{vmid}/clone"))
          .extracting(Write::outcome)
          .containsOnly(Write.Outcome.REFUSED);
    }
  }

  @Test
  void withoutItsFileARunBeginsNothing() throws IOException {
    Path file = Files.createDirectory(folder.resolve("audit.jsonl"));
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0)) {
      assertThatThrownBy(() -> world.run(world.terms().auditFile(Optional.of(file))))
          .isInstanceOfSatisfying(
              OperationException.class, end -> assertThat(end.kind()).isEqualTo(Kind.AUDIT))
          .hasMessageContaining("audit.jsonl cannot be written");
      assertThat(world.simulator.journal().calls()).isEmpty();
    }
  }

  /** {@code /dev/full} takes no byte, as a disk that is full. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aRunWhoseFileCannotTakeALineStops() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0);
        ClusterRun run =
            world.run(world.terms().parallel(1).auditFile(Optional.of(Path.of("/dev/full"))))) {
      assertThatThrownBy(
              () -> {
                Result unused =
                    run.operation(new Goal.Provision(NodeSelection.all(), false))
                        .run(RunListener.SILENT);
              })
          .isInstanceOfSatisfying(
              OperationException.class, end -> assertThat(end.kind()).isEqualTo(Kind.AUDIT))
          .hasMessageContaining("/dev/full could not be written: No space left on device");
      assertThat(run.journal().writes()).hasSize(1);
      assertThat(written(world)).hasSize(1);
    }
  }
}
