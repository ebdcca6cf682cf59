package io.github.talosforge.conventions;

import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.gradle.api.Project;
import org.gradle.api.file.ConfigurableFileTree;
import org.gradle.api.file.FileCollection;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.testing.Test;

/**
 * What tests read beside their class path. Where Gradle does not know it, a change of a page alone
 * would run no test, and a test that was once skipped would stay skipped.
 */
final class TestSurroundings {
  /** Tests that need one of them are skipped without it. */
  private static final List<String> PROGRAMS =
      List.of(
          "chromium", "chromium-browser", "google-chrome", "xorriso", "isoinfo", "bsdtar", "curl");

  private TestSurroundings() {}

  /** Declares what tests of every module read. */
  static void areReadBy(Test task, Project project) {
    task.getInputs()
        .files(
            inRepository(
                project,
                "README.md",
                "CONTRIBUTING.md",
                "docs/**",
                "simulator/src/test/resources/recorded/**",
                "examples/**",
                // Not what a run of the sample leaves there.
                "sample-project/*.gradle.kts",
                "sample-project/gradle.properties",
                "sample-project/cluster.yaml",
                "sample-project/nodes.yaml"))
        .withPropertyName("usersView")
        .withPathSensitivity(PathSensitivity.RELATIVE);
    task.getInputs()
        .files(programs(project))
        .withPropertyName("optionalPrograms")
        .withPathSensitivity(PathSensitivity.NAME_ONLY);
  }

  /** Declares what a test needs that builds this repository once more. */
  static void withTheBuildItselfAreReadBy(Test task, Project project) {
    task.getInputs()
        .files(
            inRepository(
                project,
                "*.gradle.kts",
                "gradle.properties",
                "*/build.gradle.kts",
                "*/src/main/**",
                "gradle/**",
                "protocol/**",
                "core-lib/src/test/resources/sops/age-keys.txt"))
        .withPropertyName("theBuildItself")
        .withPathSensitivity(PathSensitivity.RELATIVE);
  }

  private static FileCollection inRepository(Project project, String... patterns) {
    ConfigurableFileTree tree =
        project.fileTree(project.getIsolated().getRootProject().getProjectDirectory());
    tree.include(patterns).exclude("**/.gradle/**", "gradle/build-logic/build/**");
    return tree;
  }

  /** Programs that are not there count as well: once they are, the tests have to run. */
  private static Provider<List<File>> programs(Project project) {
    return project
        .getProviders()
        .environmentVariable("PATH")
        .map(
            path ->
                Stream.of(path.split(File.pathSeparator, -1))
                    .flatMap(folder -> PROGRAMS.stream().map(name -> new File(folder, name)))
                    .toList());
  }
}
