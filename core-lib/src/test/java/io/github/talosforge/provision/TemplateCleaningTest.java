package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.VmClone;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Cleaning takes templates and images that were made here and that nothing uses, and no others. */
class TemplateCleaningTest {
  private static final String LINKED = "clone: linked\n";
  private static final String ONE_NODE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;
  private static final String ANOTHER_NODE =
      """
      nodes:
        - {name: cp-2, controller: true, proxmox_node: pve1}
      """;

  /** Two releases on one host: 1.12.3 is used by nothing any more, 1.12.4 is the files' own. */
  private static SimulatedCluster afterAnUpgrade(String how) {
    SimulatedCluster cluster = SimulatedCluster.start().cluster(how).nodes(ONE_NODE);
    assertThat(cluster.talos("1.12.3").provision().complete()).isTrue();
    assertThat(cluster.destroy().complete()).isTrue();
    assertThat(cluster.talos("1.12.4").provision().complete()).isTrue();
    return cluster;
  }

  @Test
  void theOldReleaseGoesAndTheNewestStays() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      Plan plan = cluster.planCleaning(1, false);
      ApplyResult result = cluster.apply(plan);

      assertThat(plan.changes()).hasSize(1).allMatch(RemoveTemplate.class::isInstance);
      assertThat(PlanText.render(plan, false))
          .contains("- template talos-v1.12.3-", "1 template or image to remove.");
      assertThat(PlanJson.render(plan)).contains("\"kind\" : \"remove-template\"");
      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(cluster.templates()).hasSize(1).allMatch(name -> name.contains("v1.12.4"));
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void cleaningAgainWritesNothing() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      assertThat(cluster.apply(cluster.planCleaning(1, true)).complete()).isTrue();
      long mark = cluster.simulator.journal().count();

      Plan again = cluster.planCleaning(1, true);

      assertThat(again.changes()).isEmpty();
      assertThat(cluster.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
    }
  }

  @Test
  void asManyAsAskedForStay() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      assertThat(cluster.planCleaning(2, true).changes()).isEmpty();
      assertThat(cluster.planCleaning(0, false).changes()).hasSize(2);
      assertThatIllegalArgumentException().isThrownBy(() -> cluster.planCleaning(-1, false));
    }
  }

  @Test
  void whatTheFilesAskForStaysAlthoughANewerOneIsThere() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      Plan plan = cluster.talos("1.12.3").planCleaning(1, false);

      assertThat(plan.changes()).isEmpty();
    }
  }

  @Test
  void aTemplateWithLinkedClonesStays() {
    try (SimulatedCluster cluster = SimulatedCluster.start().cluster(LINKED).nodes(ONE_NODE)) {
      assertThat(cluster.talos("1.12.3").provision().complete()).isTrue();
      cluster.talos("1.12.4").nodes(ONE_NODE + ANOTHER_NODE.replace("nodes:\n", ""));
      assertThat(cluster.provision().complete()).isTrue();

      Plan plan = cluster.planCleaning(0, false);

      assertThat(plan.changes()).isEmpty();
      assertThat(messages(plan, PlanFinding.TEMPLATE_KEPT))
          .hasSize(2)
          .allMatch(text -> text.contains("build upon its own"));
    }
  }

  @Test
  void aLinkedCloneOfSomebodyElseIsUseToo() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      RemoveTemplate old = removal(cluster.planCleaning(1, false));
      linkedClone(cluster, old, 7001);

      Plan plan = cluster.planCleaning(1, false);

      assertThat(plan.changes()).isEmpty();
      assertThat(messages(plan, PlanFinding.TEMPLATE_KEPT))
          .singleElement()
          .asString()
          .contains("VM 7001");
    }
  }

  @Test
  void aLinkedCloneMadeAfterThePlanKeepsItsTemplate() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      Plan plan = cluster.planCleaning(1, false);
      linkedClone(cluster, removal(plan), 7001);

      ApplyResult result = cluster.apply(plan);

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(failed -> assertThat(failed.reason().orElseThrow()).contains("in use"));
      assertThat(cluster.templates()).hasSize(2);
      assertThat(cluster.simulator.inspect().vm(7001)).isPresent();
    }
  }

  @Test
  void aTemplateThatBecameSomebodyElsesAfterThePlanIsNotTouched() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      Plan plan = cluster.planCleaning(1, false);
      RemoveTemplate old = removal(plan);
      cluster
          .simulator
          .world()
          .locked(
              () ->
                  cluster
                      .simulator
                      .world()
                      .vms()
                      .get(old.vmId().value())
                      .config()
                      .put("description", "mine now"));
      long mark = cluster.simulator.journal().count();

      ApplyResult result = cluster.apply(plan);

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed -> assertThat(failed.reason().orElseThrow()).contains("was not touched"));
      assertThat(cluster.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
    }
  }

  @Test
  void templatesThatOnlyLookLikeOursStay() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      RemoveTemplate old = removal(cluster.planCleaning(1, false));
      Map<String, String> look =
          cluster.simulator.inspect().vm(old.vmId().value()).orElseThrow().config();
      Map<String, String> bare = new TreeMap<>(look);
      bare.keySet().removeIf(key -> key.startsWith("scsi") || key.startsWith("efi"));
      cluster.stranger(7001, "pve1", with(bare, "description", "my notes"));
      cluster.stranger(7002, "pve1", with(bare, "name", "talos-golden"));
      cluster.stranger(7003, "pve1", with(bare, "tags", "talosforge-template"));
      cluster.stranger(7004, "pve1", with(bare, "template", "0"));

      Plan plan = cluster.planCleaning(0, false);

      assertThat(plan.changes(RemoveTemplate.class))
          .extracting(change -> change.vmId().value())
          .hasSize(2)
          .doesNotContain(7001, 7002, 7003, 7004);
    }
  }

  @Test
  void aProtectedTemplateStays() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      RemoveTemplate old = removal(cluster.planCleaning(1, false));
      cluster
          .simulator
          .world()
          .locked(
              () ->
                  cluster
                      .simulator
                      .world()
                      .vms()
                      .get(old.vmId().value())
                      .config()
                      .put("protection", "1"));

      Plan plan = cluster.planCleaning(1, false);

      assertThat(plan.changes()).isEmpty();
      assertThat(messages(plan, PlanFinding.TEMPLATE_KEPT))
          .singleElement()
          .asString()
          .contains("protected");
    }
  }

  @Test
  void imagesGoLikewiseWhenAskedForButNoOthers() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      file(cluster, "import/talos-v1.12.3-nocloud-amd64.qcow2");
      file(cluster, "iso/debian-13.iso");

      Plan plan = cluster.planCleaning(1, true);
      ApplyResult result = cluster.apply(plan);

      assertThat(plan.changes(RemoveImage.class))
          .singleElement()
          .satisfies(image -> assertThat(image.volume()).contains("talos-v1.12.3-"));
      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(files(cluster))
          .hasSize(3)
          .anyMatch(name -> name.contains("talos-v1.12.4-"))
          .contains("local:import/talos-v1.12.3-nocloud-amd64.qcow2", "local:iso/debian-13.iso");
    }
  }

  @Test
  void aDiscThatIsInADriveStays() {
    try (SimulatedCluster cluster = afterAnUpgrade("provision: iso\n")) {
      String old =
          files(cluster).stream().filter(name -> name.contains("v1.12.3")).findFirst().get();
      assertThat(cluster.planCleaning(1, true).changes(RemoveImage.class)).hasSize(1);
      cluster.stranger(7001, "pve1", Map.of("name", "mail", "ide2", old + ",media=cdrom"));

      assertThat(cluster.planCleaning(1, true).changes(RemoveImage.class)).isEmpty();
    }
  }

  @Test
  void aDiscStaysWhileADriveCannotBeLookedInto() {
    try (SimulatedCluster cluster = afterAnUpgrade("provision: iso\n")) {
      String old =
          files(cluster).stream().filter(name -> name.contains("v1.12.3")).findFirst().get();
      cluster.stranger(7001, "pve2", Map.of("name", "mail", "ide2", old + ",media=cdrom"));
      cluster.simulator.interventions().host("pve2", false);

      Plan plan = cluster.planCleaning(1, true);

      assertThat(plan.changes(RemoveImage.class)).isEmpty();
      assertThat(messages(plan, PlanFinding.USE_UNKNOWN))
          .singleElement()
          .asString()
          .contains(old, "VM 7001");
    }
  }

  @Test
  void aDiscThatIsPutIntoADriveAfterThePlanStays() {
    try (SimulatedCluster cluster = afterAnUpgrade("provision: iso\n")) {
      Plan plan = cluster.planCleaning(1, true);
      String old = plan.changes(RemoveImage.class).get(0).volume();
      cluster.stranger(7001, "pve1", Map.of("name", "mail", "ide2", old + ",media=cdrom"));

      ApplyResult result = cluster.apply(plan);

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed ->
                  assertThat(failed.reason().orElseThrow())
                      .contains("VM 7001 'mail' on pve1 has it in its drive ide2"));
      assertThat(files(cluster)).contains(old);
    }
  }

  @Test
  void templatesOfAHostThatIsDownStayWithAWarning() {
    try (SimulatedCluster cluster = afterAnUpgrade("")) {
      cluster.simulator.interventions().host("pve1", false);
      cluster.nodes("nodes:\n  - {name: cp-1, controller: true, proxmox_node: pve2}\n");

      Plan plan = cluster.planCleaning(0, true);

      assertThat(plan.changes(RemoveTemplate.class)).isEmpty();
      assertThat(messages(plan, PlanFinding.HOST_DOWN)).isNotEmpty();
    }
  }

  private static RemoveTemplate removal(Plan plan) {
    return plan.changes(RemoveTemplate.class).get(0);
  }

  private static void linkedClone(SimulatedCluster cluster, RemoveTemplate template, int id) {
    try (ProxmoxClient root = cluster.root()) {
      root.vm(template.host().value(), template.vmId().value())
          .cloneTo(
              new VmClone(
                  id,
                  false,
                  Optional.of("mail"),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty()))
          .await(Duration.ofMinutes(1));
    }
  }

  private static Map<String, String> with(Map<String, String> config, String key, String value) {
    Map<String, String> copy = new TreeMap<>(config);
    copy.put(key, value);
    return copy;
  }

  private static void file(SimulatedCluster cluster, String name) {
    cluster
        .simulator
        .world()
        .locked(
            () -> {
              String content = name.substring(0, name.indexOf('/'));
              cluster
                  .simulator
                  .world()
                  .volumes()
                  .put(
                      new Volume(
                          "local", "pve1", name, content, "raw", 1, 1, 0, null, 0, null, Map.of(),
                          Map.of()));
              return name;
            });
  }

  private static List<String> files(SimulatedCluster cluster) {
    return cluster.simulator.inspect().volumes().stream()
        .filter(volume -> volume.owner() == 0)
        .map(Volume::volid)
        .toList();
  }

  private static List<String> messages(Plan plan, PlanFinding kind) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(kind.code()))
        .map(Finding::message)
        .toList();
  }
}
