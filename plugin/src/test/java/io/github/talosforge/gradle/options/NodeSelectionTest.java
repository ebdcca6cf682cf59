package io.github.talosforge.gradle.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeSelectionTest {
  private static final List<String> NODES = List.of("cp-1", "cp-2", "worker-1", "worker-10");

  @Test
  void nothingSaidMeansAll() {
    assertThat(new NodeSelection(List.of(), List.of()).choose(NODES)).hasSize(4);
  }

  @Test
  void globsAddUp() {
    assertThat(new NodeSelection(List.of("cp-*", "worker-?"), List.of()).choose(NODES))
        .containsExactly("cp-1", "cp-2", "worker-1");
  }

  @Test
  void excludedNodesGoLast() {
    assertThat(new NodeSelection(List.of("*"), List.of("cp-2", "worker*")).choose(NODES))
        .containsExactly("cp-1");
  }

  @Test
  void otherCharactersStandForThemselves() {
    assertThat(new NodeSelection(List.of("a.b"), List.of()).choose(List.of("a.b", "axb")))
        .containsExactly("a.b");
  }

  @Test
  void aGlobWithoutAnyNodeIsAMistake() {
    assertThatThrownBy(() -> new NodeSelection(List.of("wrk-*"), List.of()).choose(NODES))
        .hasMessage("--node=wrk-* matches no node; the nodes are cp-1, cp-2, worker-1, worker-10");
    assertThatThrownBy(() -> new NodeSelection(List.of(), List.of("cp-9")).choose(NODES))
        .hasMessageStartingWith("--exclude=cp-9 matches no node");
  }

  @Test
  void leavingNothingIsAMistake() {
    assertThatThrownBy(() -> new NodeSelection(List.of("cp-1"), List.of("cp-1")).choose(NODES))
        .hasMessage("--node and --exclude leave no node to work on");
  }
}
