package io.github.talosforge.gradle.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.Test;

class ChainOptionsTest {
  private final ChainOptions all = options();
  private final ChainOptions prod = options();

  @Test
  void whatIsSaidToAllClustersHoldsForEach() {
    prod.follow(all);
    all.give("node", all.getNodes(), List.of("cp-*"));

    assertThat(prod.getNodes().get()).containsExactly("cp-*");
  }

  @Test
  void whatIsSaidToOneClusterIsStronger() {
    prod.follow(all);
    all.give("max-parallel", all.getMaxParallel(), 2);
    prod.give("max-parallel", prod.getMaxParallel(), 4);

    assertThat(prod.getMaxParallel().get()).isEqualTo(4);
    assertThat(all.getMaxParallel().get()).isEqualTo(2);
  }

  @Test
  void theSameOptionTwiceIsFine() {
    prod.give("json", prod.getJson(), true);
    prod.give("json", prod.getJson(), true);

    assertThat(prod.getJson().get()).isTrue();
  }

  @Test
  void twoTasksCannotMeanDifferentThings() {
    prod.give("node", prod.getNodes(), List.of("cp-1"));

    assertThatThrownBy(() -> prod.give("node", prod.getNodes(), List.of("cp-2")))
        .hasMessage(
            "--node holds for all tasks of a cluster, but is given as '[cp-1]' and as '[cp-2]';"
                + " give it once");
  }

  private static ChainOptions options() {
    return ProjectBuilder.builder().build().getObjects().newInstance(ChainOptions.class);
  }
}
