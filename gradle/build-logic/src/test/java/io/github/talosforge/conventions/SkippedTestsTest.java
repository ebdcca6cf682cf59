package io.github.talosforge.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gradle.testfixtures.ProjectBuilder;
import org.gradle.tooling.events.task.TaskFinishEvent;
import org.gradle.tooling.events.task.TaskOperationDescriptor;
import org.gradle.tooling.events.task.TaskOperationResult;
import org.gradle.tooling.events.task.TaskSkippedResult;
import org.gradle.tooling.events.task.TaskSuccessResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the end of a build says of tests that did not run. */
class SkippedTestsTest {
  @TempDir Path root;
  private SkippedTests service;

  @BeforeEach
  void startTheService() {
    service =
        ProjectBuilder.builder()
            .build()
            .getGradle()
            .getSharedServices()
            .registerIfAbsent(
                "skippedTests",
                SkippedTests.class,
                wanted -> wanted.getParameters().getRoot().set(root.toFile()))
            .get();
  }

  private void wrote(String folder, String line) throws IOException {
    Path file = root.resolve(folder).resolve("build/skipped/test.txt");
    Files.createDirectories(file.getParent());
    Files.writeString(file, line + "\n");
  }

  private void finished(String path, Class<? extends TaskOperationResult> result) {
    TaskOperationDescriptor task = answering(TaskOperationDescriptor.class, path);
    TaskOperationResult end = answering(result, path);
    service.onFinish(
        (TaskFinishEvent)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TaskFinishEvent.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getDescriptor") ? task : end));
  }

  private static <T> T answering(Class<T> type, String answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer));
  }

  @Test
  void namesWhatTheTestsOfModulesAndOfTheBuildItselfLeftOut() throws IOException {
    wrote("core-lib", "CidataIsoTest: xorriso is not installed (apt-get install xorriso)");
    wrote("gradle/build-logic", "GradleChoiceTest: Maven is not installed (apt-get install maven)");
    wrote("simulator", "OldTest: was skipped by an earlier build");

    finished(":core-lib:test", TaskSuccessResult.class);
    finished(":build-logic:test", TaskSuccessResult.class);
    finished(":simulator:test", TaskSkippedResult.class);

    assertThat(service.told())
        .containsExactly(
            "Skipped, because something is missing on this machine:",
            "  CidataIsoTest: xorriso is not installed (apt-get install xorriso)",
            "  GradleChoiceTest: Maven is not installed (apt-get install maven)");
  }

  @Test
  void saysNothingWhereAllRan() {
    finished(":core-lib:test", TaskSuccessResult.class);

    assertThat(service.told()).isEmpty();
  }
}
