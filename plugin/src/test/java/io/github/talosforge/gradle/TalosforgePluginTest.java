package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.gradle.dsl.TalosforgeExtension;
import io.github.talosforge.gradle.tasks.ClusterTask;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;
import org.gradle.util.GradleVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TalosforgePluginTest {
  private final Project project = ProjectBuilder.builder().build();

  @Test
  void anOldGradleIsRefusedWithTheWayOut() {
    assertThatThrownBy(() -> TalosforgePlugin.requireGradle(GradleVersion.version("8.7")))
        .hasMessage(
            "Talosforge needs Gradle 8.8 or later, but this build runs on Gradle 8.7."
                + " Run: ./gradlew wrapper --gradle-version 8.8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.8-rc-1", "8.8", "8.14.5", "9.0.0"})
  void newerGradlesAreWelcome(String version) {
    assertThatCode(() -> TalosforgePlugin.requireGradle(GradleVersion.version(version)))
        .doesNotThrowAnyException();
  }

  @Test
  void everyTaskHasGroupAndDescription() {
    apply().getClusters().register("prod");

    assertThat(project.getTasks().withType(ClusterTask.class))
        .hasSize(2 * TaskKind.ALL.size())
        .allSatisfy(
            task -> {
              assertThat(task.getGroup()).isEqualTo("Talosforge");
              assertThat(task.getDescription()).endsWith(".");
            });
  }

  @Test
  void namesOfClustersEndNamesOfTasks() {
    apply().getClusters().register("prod-eu_west");

    assertThat(project.getTasks().getNames()).contains("validateClusterProdEuWest");
  }

  @Test
  void aNameThatCannotEndATaskIsRefused() {
    TalosforgeExtension extension = apply();

    assertThatThrownBy(() -> extension.getClusters().register("prod/eu"))
        .hasRootCauseInstanceOf(InvalidUserDataException.class)
        .hasRootCauseMessage(
            "'prod/eu' is not a cluster's name: expected letters and digits, with - or _ between"
                + " them");
  }

  @Test
  void aClusterTakesFromTheBlockWhatItLeavesOpen() {
    TalosforgeExtension extension = apply();
    extension.getMaxParallel().set(3);
    extension.getClusters().register("prod", prod -> prod.getTimeout().set("5m"));

    assertThat(extension.getClusters().getByName("prod"))
        .satisfies(
            prod -> {
              assertThat(prod.getMaxParallel().get()).isEqualTo(3);
              assertThat(prod.getTimeout().get()).isEqualTo("5m");
              assertThat(prod.getFailOnDrift().get()).isFalse();
              assertThat(prod.getNodesFile().get().getAsFile())
                  .isEqualTo(project.file("clusters/prod/nodes.yaml"));
            });
  }

  private TalosforgeExtension apply() {
    project.getPluginManager().apply(TalosforgePlugin.class);
    return project.getExtensions().getByType(TalosforgeExtension.class);
  }
}
