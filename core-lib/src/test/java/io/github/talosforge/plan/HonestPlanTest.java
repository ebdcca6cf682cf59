package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.cidata.CidataFile;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.StorageName;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A plan says what it knows, and counts all that it does. */
class HonestPlanTest {

  private static Plan destruction(Scene scene) {
    return new DestroyPlanner(scene.owned()).plan(NodeSelection.all(), true);
  }

  @Test
  void aRoleThatTheFilesNoLongerTellIsUnknown() {
    Scene scene = Scene.deployed();
    String controlPlane = scene.nodes.substring(0, scene.nodes.indexOf("  - name: worker-1"));
    scene.nodes = scene.nodes.replace(controlPlane, "nodes:\n");

    Plan plan = destruction(scene);
    assertThat(plan.changes(DestroyVm.class)).hasSize(2);
    assertThat(PlanText.render(plan, false))
        .contains("- cp-1  not in the files, VM 2001")
        .contains("- worker-1  worker, VM 3001");
    assertThat(PlanJson.render(plan)).containsOnlyOnce("\"role\"");
    assertThat(plan.changes(DestroyVm.class).get(0).vm().mayBeControlPlane()).isTrue();
  }

  @Test
  void aPlanThatOnlyRemovesACdCountsIt() {
    Scene scene = Scene.deployed();
    ClusterSpec spec = scene.spec();
    CidataFile file =
        new CidataFile(spec.uid().orElseThrow(), NodeName.of("cp-1"), "0123456789abcdef");
    Plan plan =
        Plan.of(spec.name(), List.of(), scene.plan().findings(), "")
            .withDiscsRemoved(
                List.of(
                    RemoveDisc.of(HostName.of("pve1"), StorageName.of("local"), file, Set.of())));

    assertThat(PlanSummary.of(plan)).hasToString("1 CD to remove");
    assertThat(PlanText.render(plan, false)).endsWith("1 CD to remove.\n");
  }
}
