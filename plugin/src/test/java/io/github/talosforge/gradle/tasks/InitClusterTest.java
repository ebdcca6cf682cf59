package io.github.talosforge.gradle.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.gradle.TalosforgePlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitClusterTest {
  @TempDir Path folder;

  /** Half of them would keep the next run from writing any. */
  @Test
  void bothFilesAreWrittenOrNone() throws IOException {
    Project project = ProjectBuilder.builder().withProjectDir(folder.toFile()).build();
    project.getPluginManager().apply(TalosforgePlugin.class);
    InitCluster task = (InitCluster) project.getTasks().getByName("talosforgeInit");
    Path obstacle = Files.writeString(folder.resolve("nodes"), "mine");
    task.getNodesFile().set(obstacle.resolve("nodes.yaml").toFile());

    assertThatThrownBy(task::init).hasMessageContaining("The files cannot be written");

    Path cluster = task.getClusterFile().get().getAsFile().toPath();
    assertThat(cluster).doesNotExist();
    task.getNodesFile().set(folder.resolve("nodes.yaml").toFile());
    task.init();
    assertThat(cluster).isNotEmptyFile();
    assertThat(folder.resolve("nodes.yaml")).isNotEmptyFile();
  }
}
