package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From an empty folder to two files that are right. */
class InitTest {
  @TempDir Path folder;

  @Test
  void writesFilesThatAreRightAndNeverAgain() {
    TestBuild build = TestBuild.in(folder).write(".gitignore", "*.log\nbuild/");
    assertThat(build.run("talosforgeInit", "--control-planes=1", "--workers=0").getOutput())
        .contains("Wrote cluster.yaml and nodes.yaml.");
    assertThat(build.read(".gitignore")).isEqualTo("*.log\nbuild/\n.gradle/\nsecrets.yaml\n");
    assertThat(build.read("cluster.yaml"))
        .startsWith("# yaml-language-server: $schema=.talosforge/cluster.schema.json\n");
    assertThat(build.read(".talosforge/cluster.schema.json"))
        .isEqualTo(TestBuild.repositoryFile("docs/schema/cluster.schema.json"));
    assertThat(build.run("validateCluster").getOutput())
        .contains("Cluster homelab is valid: 1 control plane and 0 workers");

    String kept = build.read("cluster.yaml");
    assertThat(TestBuild.problem(build.failTwice("talosforgeInit", "--cluster-name=other")))
        .endsWith("cluster.yaml is there already; nothing was written. Remove it, or edit it.");
    assertThat(build.read("cluster.yaml")).isEqualTo(kept);
  }

  /** Whoever has the old schema open goes on reading it: it is never written into. */
  @Test
  void aSchemaThatIsThereIsReplacedWhole() throws IOException {
    TestBuild build = TestBuild.in(folder).write(".talosforge/cluster.schema.json", "old");
    Path reader =
        Files.createLink(
            folder.resolve("reader"), folder.resolve(".talosforge/cluster.schema.json"));

    build.run("talosforgeInit");

    assertThat(build.read(".talosforge/cluster.schema.json")).startsWith("{");
    assertThat(reader).hasContent("old");
  }

  @Test
  void sizesThatCannotWorkAreRefused() {
    TestBuild build = TestBuild.in(folder);
    assertThat(TestBuild.problem(build.fail("talosforgeInit", "--control-planes=2")))
        .endsWith("'2' is not a number of control planes: expected 1, 3, 5 or 7, for etcd votes");
    assertThat(TestBuild.problem(build.fail("talosforgeInit", "--workers=many")))
        .endsWith("'many' is not a whole number of nodes; write it as in --workers=3");
    assertThat(folder.resolve("cluster.yaml")).doesNotExist();
  }
}
