package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.schema.OperationSchema;
import io.github.talosforge.simulator.schema.Schema;
import io.github.talosforge.simulator.world.Personality;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the engine models agrees with what is known of Proxmox' operations. */
class OperationsTest {
  /** Written by one release only, and left to the schema of the other to refuse. */
  private static final Set<String> OF_ONE_RELEASE =
      Set.of("purge", "allow-ksm", "intel-tdx", "ha-managed", "failback", "group", "nofailback");

  @ParameterizedTest
  @EnumSource
  void everyOperationAndParameterIsKnown(Personality release) {
    Schema schema = Schema.of(release.isNine() ? 9 : 8);
    List<String> unknown = new ArrayList<>();
    for (Operation operation : TestCloud.instant(release).engine.operations().operations()) {
      String name = operation.method() + " " + operation.template();
      OperationSchema known = schema.find(operation.method(), operation.template()).orElse(null);
      if (known == null) {
        unknown.add(name);
      } else {
        unknownParameters(operation, known).forEach(p -> unknown.add(name + " " + p));
      }
    }

    assertThat(unknown).isEmpty();
  }

  private static Set<String> unknownParameters(Operation operation, OperationSchema known) {
    Set<String> unknown = new TreeSet<>();
    for (String parameter : operation.parameters()) {
      boolean found =
          known.parameters().keySet().stream()
              .anyMatch(name -> name.equals(parameter) || indexed(name).equals(parameter));
      if (!found && !OF_ONE_RELEASE.contains(parameter)) {
        unknown.add(parameter);
      }
    }
    return unknown;
  }

  private static String indexed(String name) {
    return name.replaceFirst("[0-9]+$", "[n]");
  }

  @Test
  void literalSegmentsWinAndVolumesHoldSlashes() {
    Engine engine = TestCloud.instant().engine;

    assertThat(engine.operations().find("GET", "/nodes/pve1/qemu/100/status/current"))
        .hasValueSatisfying(m -> assertThat(m.path()).containsEntry("vmid", "100"));
    assertThat(
            engine.operations().find("DELETE", "/nodes/pve1/storage/local/content/local:iso/a.iso"))
        .hasValueSatisfying(m -> assertThat(m.path()).containsEntry("volume", "local:iso/a.iso"));
    assertThat(
            engine
                .operations()
                .find("DELETE", "/nodes/pve1/storage/local/content/local:iso%2Fa.iso"))
        .hasValueSatisfying(m -> assertThat(m.path()).containsEntry("volume", "local:iso/a.iso"));
    assertThat(engine.operations().find("GET", "/nodes/pve1/qemu/100/nonsense")).isEmpty();
    assertThat(engine.operations().find("PATCH", "/version")).isEmpty();
  }
}
