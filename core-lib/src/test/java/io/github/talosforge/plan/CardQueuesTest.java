package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.validation.ClusterValidator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The queues of a network card follow the cores, but nobody's node is stopped for a default. */
class CardQueuesTest {

  private static Scene withCores(String cores) {
    return Scene.deployed().files("vm_cores: 8", "vm_cores: " + cores);
  }

  private static List<String> waitingParts(Scene scene) {
    return scene.plan().waiting().stream()
        .flatMap(vm -> vm.fields().stream())
        .map(field -> field.key() + field.part().map(part -> "." + part).orElse(""))
        .toList();
  }

  private static Scene queues(Scene scene, String queues) {
    return scene.change(
        3001,
        guest ->
            guest.with(
                "net0",
                scene
                        .guest(3001)
                        .configuration()
                        .orElseThrow()
                        .get("net0")
                        .orElseThrow()
                        .replaceAll(",queues=\\d+", "")
                    + queues));
  }

  @Test
  void aNewVmHasNoMoreQueuesThanCores() {
    Scene scene =
        new Scene().files("vm_cores: 8", "vm_cores: 2").files("vm_cores: 4", "vm_cores: 1");

    List<String> cards =
        scene.plan().changes(CreateVm.class).stream()
            .map(create -> create.configuration().values().get("net0"))
            .toList();
    assertThat(cards).hasSize(2);
    assertThat(cards.get(0)).as("one core").doesNotContain("queues");
    assertThat(cards.get(1)).as("two cores").endsWith("queues=2");
    assertThat(new ClusterValidator().validate(scene.spec()).findings())
        .extracting(Finding::code)
        .doesNotContain("TF-QUEUES-ABOVE-CORES");
  }

  @Test
  void aVmThatExistsKeepsTheQueuesOfAnEarlierDefault() {
    assertThat(waitingParts(withCores("2"))).isNotEmpty().allMatch(key -> key.equals("cores"));
    assertThat(waitingParts(queues(Scene.deployed(), ",queues=2"))).isEmpty();
    assertThat(waitingParts(queues(Scene.deployed(), ""))).isEmpty();
  }

  @Test
  void whatTheFilesSayOrNoDefaultEverWasIsChanged() {
    assertThat(waitingParts(Scene.deployed().worker("net_queues: 2")))
        .containsExactly("net0.queues");
    assertThat(waitingParts(queues(Scene.deployed(), ",queues=8"))).containsExactly("net0.queues");
  }
}
