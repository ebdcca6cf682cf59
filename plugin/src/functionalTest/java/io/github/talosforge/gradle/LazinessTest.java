package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.TaskOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is made, read or contacted for tasks that nobody asked for. */
class LazinessTest {
  @TempDir Path folder;

  @Test
  void noTaskIsMadeUnlessItRuns() {
    String output =
        TestBuild.withSample(folder)
            .script(
                """
                talosforge { clusters { register('prod') } }
                tasks.withType(io.github.talosforge.gradle.tasks.ClusterTask).configureEach {
                  println("made " + name)
                }
                """)
            .run("help")
            .getOutput();

    assertThat(output).doesNotContain("made ");
  }

  @Test
  void filesThatAreBrokenOrMissingDisturbNoOtherTask() {
    TestBuild build = TestBuild.in(folder).write("cluster.yaml", "{{{").script("");

    assertThat(build.runTwice("help").getOutput()).doesNotContain("cluster.yaml");
  }

  @Test
  void filesMayComeFromATask() {
    TestBuild build =
        TestBuild.withSample(folder)
            .script(
                """
                def generate = tasks.register('generate', Copy) {
                  from('nodes.yaml')
                  into(layout.buildDirectory.dir('generated'))
                }
                talosforge.nodesFile =
                    layout.file(generate.map { new File(it.destinationDir, 'nodes.yaml') })
                """);

    BuildResult result = build.runTwice("validateCluster");

    assertThat(result.task(":generate").getOutcome()).isEqualTo(TaskOutcome.UP_TO_DATE);
  }

  @Test
  void everyTaskIsListedWithItsDescription() {
    assertThat(TestBuild.in(folder).run("tasks").getOutput())
        .contains("Talosforge tasks\n----------------\n")
        .contains("\nexplainNodes - Shows every value of each node with the layer, file and line");
    assertThat(TestBuild.in(folder).run("help", "--task", "explainNodes").getOutput())
        .contains("--exclude     All but these nodes; repeatable, with * and ?.")
        .contains("--node     Only these nodes; repeatable, * and ? stand for any characters.");
  }
}
