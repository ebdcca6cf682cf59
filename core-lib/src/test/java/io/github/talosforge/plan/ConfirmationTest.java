package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.NodeName;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConfirmationTest {
  private static final ClusterName LAB = ClusterName.of("lab");
  private static final NodeSelection SOME = new NodeSelection(List.of("worker-*"), List.of());

  private static Set<NodeName> nodes(String... names) {
    return Stream.of(names).map(NodeName::of).collect(Collectors.toSet());
  }

  @Test
  void theWholeClusterEndsByItsName() {
    Confirmation words = Confirmation.of(LAB, NodeSelection.all(), nodes("cp-1", "worker-1"));

    assertThat(words.isGiven(List.of("lab"))).isTrue();
    assertThat(words.isGiven(List.of("cp-1,worker-1"))).isFalse();
    assertThat(words.isGiven(List.of())).isFalse();
    assertThat(words.request("Destroying"))
        .isEqualTo("Destroying cluster lab needs its name as confirmation: --confirm=lab");
  }

  @Test
  void selectedNodesEndByTheirOwnNamesOnly() {
    Confirmation words = Confirmation.of(LAB, SOME, nodes("worker-2", "worker-1"));

    assertThat(words.isGiven(List.of("lab"))).isFalse();
    assertThat(words.isGiven(List.of("worker-1"))).as("one of two").isFalse();
    assertThat(words.isGiven(List.of("worker-1, worker-2"))).isTrue();
    assertThat(words.isGiven(List.of("worker-2", "worker-1"))).isTrue();
    assertThat(words.request("Destroying"))
        .isEqualTo(
            "Destroying nodes worker-1, worker-2 needs their names as confirmation:"
                + " --confirm=worker-1,worker-2");
  }

  @Test
  void whatIsLeftOutIsASelectionToo() {
    NodeSelection allBut = new NodeSelection(List.of(), List.of("cp-*"));
    Confirmation words = Confirmation.of(LAB, allBut, nodes("worker-1"));

    assertThat(words.isGiven(List.of("lab"))).isFalse();
    assertThat(words.request("Destroying"))
        .isEqualTo("Destroying node worker-1 needs its name as confirmation: --confirm=worker-1");
  }

  @Test
  void nodeThatIsCalledLikeItsClusterIsToldFromIt() {
    Confirmation words =
        Confirmation.of(LAB, new NodeSelection(List.of("lab"), List.of()), nodes("lab"));

    assertThat(words.isGiven(List.of("lab"))).isFalse();
    assertThat(words.isGiven(List.of("node:lab"))).isTrue();
    assertThat(words.option()).isEqualTo("--confirm=node:lab");
  }
}
