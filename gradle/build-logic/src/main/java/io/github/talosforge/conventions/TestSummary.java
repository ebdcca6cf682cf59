package io.github.talosforge.conventions;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.testing.Test;
import org.gradle.process.CommandLineArgumentProvider;

/**
 * What a run of tests has to say as a whole. Gradle shows no output that belongs to no single test,
 * so tests write it into the file that {@code talosforge.testSummary} names, and it is printed when
 * they are over.
 */
final class TestSummary implements CommandLineArgumentProvider {
  private final File file;

  private TestSummary(File file) {
    this.file = file;
  }

  static void printedAfter(Test task) {
    TestSummary summary = new TestSummary(new File(task.getTemporaryDir(), "summary.txt"));
    task.getJvmArgumentProviders().add(summary);
    task.doFirst("clear the summary", unused -> summary.clear());
    task.doLast(
        "print the summary",
        unused -> summary.lines().forEach(line -> task.getLogger().quiet(line)));
  }

  /** Where it lies says nothing about what the tests do. */
  @Internal
  public File getFile() {
    return file;
  }

  @Override
  public Iterable<String> asArguments() {
    return List.of("-Dtalosforge.testSummary=" + file);
  }

  private void clear() {
    try {
      Files.deleteIfExists(file.toPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> lines() {
    try {
      return file.exists() ? Files.readAllLines(file.toPath()) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
