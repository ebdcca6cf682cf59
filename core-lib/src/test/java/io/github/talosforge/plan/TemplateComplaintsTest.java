package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What users of other tools met when templates and images were not where they were needed. */
class TemplateComplaintsTest {

  @Test
  void complaint09_everyHostWithLocalStorageGetsATemplateOfItsOwn() {
    Plan plan = new Scene().plan();

    List<BuildTemplate> templates = plan.changes(BuildTemplate.class);
    assertThat(templates.stream().map(BuildTemplate::host))
        .containsExactly(HostName.of("pve1"), HostName.of("pve2"));
    assertThat(templates.get(0).identity()).isEqualTo(templates.get(1).identity());
    assertThat(templates.get(0).vmId()).isNotEqualTo(templates.get(1).vmId());
    for (CreateVm create : plan.changes(CreateVm.class)) {
      TemplateRef used = ((CreateVm.Source.Clone) create.source()).template();
      assertThat(used.host()).isEqualTo(create.vm().host());
      assertThat(create.dependencies()).containsExactly(used.builtBy().orElseThrow());
    }
  }

  @Test
  void complaint09_sharedStorageNeedsOneTemplateInAll() {
    Scene scene =
        new Scene().files("proxmox_template_storage: local-zfs", "proxmox_template_storage: ceph");
    List.of("pve1", "pve2", "pve3").forEach(host -> scene.storage("ceph", host, true));

    Plan plan = scene.plan();

    assertThat(plan.changes(BuildTemplate.class)).hasSize(1);
    assertThat(plan.changes(FetchImage.class)).hasSize(1);
    assertThat(plan.changes(CreateVm.class)).hasSize(2);
  }

  @Test
  void complaint09_aUsersTemplateOnAnotherHostIsRefusedWithTheChoices() {
    Scene scene = named("talos-v1.12.4-base");
    scene.put(Guest.template(9000, "talos-v1.12.4-base", "pve1"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(Scene.ids(plan)).containsExactly("create/cp-1");
    assertThat(only(plan, PlanFinding.TEMPLATE_ON_OTHER_HOST).message())
        .contains("worker-1", "pve2", "template 9000 'talos-v1.12.4-base' on pve1");
  }

  @Test
  void complaint09_aUsersTemplateOnSharedStorageServesAllHosts() {
    Scene scene = named("talos-v1.12.4-base");
    List.of("pve1", "pve2", "pve3").forEach(host -> scene.storage("ceph", host, true));
    scene.put(
        Guest.template(9000, "talos-v1.12.4-base", "pve1")
            .with("scsi0", "ceph:base-9000-disk-0,size=4G"));

    assertThat(Scene.ids(scene.plan())).containsExactly("create/cp-1", "create/worker-1");
  }

  @Test
  void complaint31_aTemplateThatFitsIsUsedAgainAndAnotherIsBuiltBesideIt() {
    Scene scene = Scene.deployed();
    scene.remove(3001);
    assertThat(Scene.ids(scene.plan())).containsExactly("create/worker-1");

    scene.files("talos_version: v1.12.4", "talos_version: v1.12.5");
    Plan newer = scene.plan();

    assertThat(newer.changes(BuildTemplate.class)).hasSize(1);
    BuildTemplate build = newer.changes(BuildTemplate.class).get(0);
    assertThat(scene.guests).doesNotContainKey(build.vmId());
    assertThat(build.identity().name()).isEqualTo("talos-v1.12.5-376567988ad3");
    assertThat(newer.changes()).noneMatch(DestroyVm.class::isInstance);
  }

  @Test
  void complaint31_otherHardwareIsAnotherTemplate() {
    Scene scene = Scene.deployed();
    scene.remove(3001);
    scene.worker("bios: seabios");

    assertThat(scene.plan().changes(BuildTemplate.class)).hasSize(1);
  }

  @Test
  void complaint31_moreCoresAreTheSameTemplate() {
    Scene scene = Scene.deployed();
    scene.remove(3001);
    scene.files("vm_cores: 8", "vm_cores: 16");

    assertThat(scene.plan().changes(BuildTemplate.class)).isEmpty();
  }

  @Test
  void usersTemplateIsFoundByNameOrId() {
    for (String word : List.of("talos-v1.12.4-base", "\"9000\"")) {
      Scene scene = named(word).files("proxmox_node: pve2", "proxmox_node: pve1");
      scene.put(Guest.template(9000, "talos-v1.12.4-base", "pve1"));

      Plan plan = scene.plan();

      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(plan.changes(BuildTemplate.class)).isEmpty();
      CreateVm.Source.Clone clone =
          (CreateVm.Source.Clone) plan.changes(CreateVm.class).get(0).source();
      assertThat(clone.template().label()).isEqualTo("template 9000 'talos-v1.12.4-base' on pve1");
      assertThat(clone.mode()).isEqualTo(CloneMode.FULL);
      assertThat(clone.storage()).contains(StorageName.of("local-zfs"));
    }
  }

  @Test
  void missingTemplateSaysWhereItWasLookedFor() {
    Scene scene = named("talos-base");
    scene.put(Guest.template(9000, "talos-v1.12.4-base", "pve1"));

    Finding finding = scene.plan().findings().withCode("TF-TEMPLATE-NOT-FOUND").get(0);

    assertThat(finding.message())
        .contains("'talos-base'", "pve1, pve2, pve3", "9000 'talos-v1.12.4-base'");
    assertThat(finding.location()).hasToString("cluster.yaml:15:17");
  }

  @Test
  void ordinaryVmIsNotTakenForATemplate() {
    Scene scene = named("talos-base");
    scene.put(Guest.vm(9000, "talos-base", "pve1"));

    assertThat(scene.plan().findings().withCode("TF-TEMPLATE-IS-NO-TEMPLATE").get(0).message())
        .contains("VM 9000 'talos-base' on pve1", "ordinary VM");
  }

  @Test
  void twoTemplatesOfOneNameOnAHostAreAmbiguous() {
    Scene scene = named("talos-base");
    scene.put(Guest.template(9000, "talos-base", "pve1"));
    scene.put(Guest.template(9001, "talos-base", "pve1"));

    assertThat(Scene.codes(scene.plan())).contains(PlanFinding.TEMPLATE_AMBIGUOUS.code());
  }

  @Test
  void linkedCloneStaysOnTheTemplatesStorage() {
    Scene linked = new Scene();
    linked.cluster += "clone: linked\n";
    CreateVm.Source.Clone clone =
        (CreateVm.Source.Clone) linked.plan().changes(CreateVm.class).get(0).source();
    assertThat(clone.mode()).isEqualTo(CloneMode.LINKED);
    assertThat(clone.storage()).isEmpty();

    linked.files("proxmox_template_storage: local-zfs", "proxmox_template_storage: local");
    assertThat(Scene.codes(linked.plan())).contains(PlanFinding.LINKED_CLONE_ELSEWHERE.code());
  }

  @Test
  void usedUpTemplateIdsAreTold() {
    Scene scene = new Scene();
    scene.cluster += "vm_id_ranges:\n  template: 9000-9000\n";

    assertThat(Scene.codes(scene.plan())).contains(PlanFinding.TEMPLATE_IDS_EXHAUSTED.code());
  }

  @Test
  void importMakesTheSystemDiskFromTheImage() {
    Scene scene = new Scene().files("provision: clone", "provision: import");
    CreateVm create = scene.plan().changes(CreateVm.class).get(0);

    assertThat(create.creationFrom(Volume.parse("local:import/talos.qcow2")))
        .doesNotContainKeys("tags", "name", "description")
        .hasEntrySatisfying(
            "scsi0",
            disk ->
                assertThat(disk)
                    .startsWith("local-zfs:0,")
                    .contains("import-from=local:import/talos.qcow2", "discard=on"));
  }

  @Test
  void isoIsPutIntoTheDrive() {
    Scene scene = new Scene().files("provision: clone", "provision: iso");
    CreateVm create = scene.plan().changes(CreateVm.class).get(0);

    assertThat(create.creationFrom(Volume.parse("local:iso/talos.iso")))
        .containsEntry("ide2", "local:iso/talos.iso,media=cdrom");
    assertThat(scene.plan().changes(FetchImage.class))
        .allMatch(fetch -> fetch.content() == FetchImage.Content.ISO)
        .hasSize(2);
  }

  private static Scene named(String template) {
    Scene scene = new Scene();
    scene.cluster += "talos_template: " + template + "\n";
    return scene;
  }

  private static Finding only(Plan plan, PlanFinding kind) {
    assertThat(plan.findings().withCode(kind.code())).as(plan.findings().render()).hasSize(1);
    return plan.findings().withCode(kind.code()).get(0);
  }
}
