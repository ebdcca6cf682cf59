package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.observe.ObservedGuest.Power;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanRenderingTest {

  @Test
  void firstPlanAsText() throws IOException {
    assertThat(PlanText.render(new Scene().plan(), false)).isEqualTo(golden("first-plan.txt"));
  }

  @Test
  void firstPlanAsJson() throws IOException {
    assertThat(PlanJson.render(new Scene().plan())).isEqualTo(golden("first-plan.json"));
  }

  @Test
  void changesAsText() throws IOException {
    assertThat(PlanText.render(edited().plan(), false)).isEqualTo(golden("changes.txt"));
  }

  @Test
  void changesAsJson() throws IOException {
    assertThat(PlanJson.render(edited().plan())).isEqualTo(golden("changes.json"));
  }

  @Test
  void restartsAsText() throws IOException {
    Scene scene = edited();
    scene.allowRestarts = true;

    assertThat(PlanText.render(scene.plan(), false)).isEqualTo(golden("restarts.txt"));
  }

  @Test
  void refusalsAsText() throws IOException {
    Scene scene = Scene.deployed().files("address: 192.168.1.21", "address: 192.168.1.99");
    scene.put(Guest.vm(150, "cp-1", "pve3"));

    assertThat(PlanText.render(scene.plan(), false)).isEqualTo(golden("refusals.txt"));
  }

  @Test
  void unchangedSystemSaysSo() {
    assertThat(PlanText.render(Scene.deployed().plan(), false))
        .isEqualTo(
            """
            Plan for cluster homelab

            No changes: 2 nodes are as the files say.
            """);
  }

  @Test
  void noLineIsWiderThan80Columns() {
    Scene wide = edited();
    wide.worker("description: " + "a word and another one ".repeat(20) + "x".repeat(200));
    wide.put(Guest.vm(150, "cp-1", "pve3"));

    for (Plan plan : List.of(new Scene().plan(), wide.plan())) {
      assertThat(PlanText.render(plan, false).lines().filter(line -> !line.contains("https://")))
          .allMatch(line -> line.length() <= 80);
    }
  }

  @Test
  void coloursAreOnlyThereWhenAskedForAndChangeNoWord() {
    Plan plan = edited().plan();

    String plain = PlanText.render(plan, false);
    String coloured = PlanText.render(plan, true);

    assertThat(plain).doesNotContain("\u001b");
    assertThat(coloured).contains("\u001b[33m~ worker-1");
    assertThat(coloured.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
  }

  @Test
  void valuesCannotSteerTheTerminal() {
    Scene scene =
        Scene.deployed()
            .files("vm_cores: 8", "ostype: l26")
            .change(3001, guest -> guest.with("ostype", "\u001b[2Jevil\r"));

    assertThat(PlanText.render(scene.plan(), false))
        .contains("\uFFFD[2Jevil\uFFFD → l26")
        .doesNotContain("\u001b");
  }

  @Test
  void valuesCannotPassForLinesOfThePlan() {
    Scene scene =
        Scene.deployed()
            .files("vm_cores: 8", "ostype: l26")
            .change(3001, guest -> guest.with("ostype", "evil\n- VM 100: destroyed"));

    assertThat(PlanText.render(scene.plan(), false).lines())
        .anyMatch(line -> line.contains("evil"))
        .noneMatch(line -> line.strip().startsWith("- VM 100"));
  }

  @Test
  void summaryCountsEachNodeOnce() {
    assertThat(PlanSummary.of(edited().plan()))
        .hasToString(
            "0 to create, 1 to change, 1 to start, 1 needs a stop and start, 0 to destroy");
    assertThat(PlanSummary.of(new Scene().plan()))
        .hasToString(
            "2 templates to build, 2 to create, 0 to change, 0 need a stop and start,"
                + " 0 to destroy");
  }

  private static Scene edited() {
    return Scene.deployed()
        .files("vm_cores: 8", "vm_cores: 12")
        .files("vm_disk_size: 256G", "vm_disk_size: 512G")
        .worker(
            """
            vlan_tag: 42
            extra_disks:
              - size: 50G
            """)
        .change(2001, guest -> guest.power(Power.STOPPED));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = PlanRenderingTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
