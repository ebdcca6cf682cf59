package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.TemplateRef;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A node with a system extension of its own comes from a template that has it. */
class OwnTemplateTest {
  private static final String DRIVER = "siderolabs/nonfree-kmod-nvidia-production";
  private static final String CLONE = "POST /nodes/{node}/qemu/{vmid}/clone";
  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
        - {name: worker-1, proxmox_node: pve1, talos_schematic: {extensions: [%s]}}
        - {name: worker-2, proxmox_node: pve1}
      """
          .formatted(DRIVER);

  private static TemplateRef template(CreateVm made) {
    return ((CreateVm.Source.Clone) made.source()).template();
  }

  private static Stream<String> extensions(Plan plan, CreateVm made) {
    return plan.changes(BuildTemplate.class).stream()
        .filter(build -> template(made).builtBy().filter(build.id()::equals).isPresent())
        .flatMap(build -> build.image().schematic().stream())
        .map(SchematicSpec::extensions)
        .flatMap(List::stream);
  }

  /** Returns the name of the template that each node was cloned from. */
  private static Map<String, String> cloned(SimulatedCluster cluster) {
    Map<String, String> sources = new TreeMap<>();
    for (RecordedCall call : cluster.simulator.journal().writes()) {
      if (call.isTo(CLONE)) {
        int id = Integer.parseInt(call.path().replaceFirst(".*/qemu/(\\d+)/clone", "$1"));
        VmState source = cluster.simulator.inspect().vm(id).orElseThrow();
        sources.put(String.valueOf(call.parameters().get("name")), String.valueOf(source.name()));
      }
    }
    return sources;
  }

  @Test
  void thatNodeAloneIsClonedFromIt() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(NODES)) {
      Plan plan = cluster.plan();
      Map<String, String> planned = new TreeMap<>();
      for (CreateVm made : plan.changes(CreateVm.class)) {
        planned.put(made.vm().name(), template(made).name());
        assertThat(extensions(plan, made).anyMatch(DRIVER::equals))
            .as(made.vm().name())
            .isEqualTo(made.vm().name().equals("worker-1"));
      }
      assertThat(planned).containsOnlyKeys("cp-1", "worker-1", "worker-2");
      assertThat(planned.get("cp-1"))
          .isEqualTo(planned.get("worker-2"))
          .isNotEqualTo(planned.get("worker-1"));

      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(cloned(cluster)).isEqualTo(planned);
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }
}
