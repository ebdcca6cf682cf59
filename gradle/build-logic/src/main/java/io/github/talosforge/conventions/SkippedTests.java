package io.github.talosforge.conventions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.inject.Inject;
import org.gradle.api.Project;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFile;
import org.gradle.api.logging.Logger;
import org.gradle.api.logging.Logging;
import org.gradle.api.provider.Provider;
import org.gradle.api.services.BuildService;
import org.gradle.api.services.BuildServiceParameters;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.testing.Test;
import org.gradle.build.event.BuildEventsListenerRegistry;
import org.gradle.process.CommandLineArgumentProvider;
import org.gradle.tooling.events.FinishEvent;
import org.gradle.tooling.events.OperationCompletionListener;
import org.gradle.tooling.events.task.TaskFinishEvent;
import org.gradle.tooling.events.task.TaskSkippedResult;

/**
 * Names once, when the build is over, all tests that did not run because something is missing on
 * this machine. Each run of tests leaves its own in a file that counts as its output, so that they
 * are named too when the run is taken from the cache.
 */
public abstract class SkippedTests
    implements BuildService<SkippedTests.Place>, OperationCompletionListener, AutoCloseable {
  private static final Logger LOGGER = Logging.getLogger(SkippedTests.class);

  private final Set<String> lines = new TreeSet<>();

  /** Made by Gradle. */
  @Inject
  public SkippedTests() {}

  /** Where the modules are. */
  public interface Place extends BuildServiceParameters {
    /**
     * Returns the folder of the root project.
     *
     * @return the folder
     */
    DirectoryProperty getRoot();
  }

  /** Has the skipped tests of a run named in the end. */
  static void areNamedAfter(Test task, Project project) {
    Provider<RegularFile> file =
        project.getLayout().getBuildDirectory().file("skipped/" + task.getName() + ".txt");
    Path path = file.get().getAsFile().toPath();
    task.getOutputs().file(file).withPropertyName("skippedTests").optional();
    task.getJvmArgumentProviders().add(new Argument(path));
    task.doFirst("forget who was skipped", unused -> delete(path));
  }

  /** Listens to the end of every task of the build. */
  static void listen(Project project, BuildEventsListenerRegistry events) {
    events.onTaskCompletion(
        project
            .getGradle()
            .getSharedServices()
            .registerIfAbsent(
                "skippedTests",
                SkippedTests.class,
                service ->
                    service
                        .getParameters()
                        .getRoot()
                        .set(project.getIsolated().getRootProject().getProjectDirectory())));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void onFinish(FinishEvent event) {
    if (event instanceof TaskFinishEvent task && !(task.getResult() instanceof TaskSkippedResult)) {
      String[] names = task.getDescriptor().getTaskPath().split(":", -1);
      if (names.length == 3) {
        Path root = getParameters().getRoot().get().getAsFile().toPath();
        // The build's own logic is a build in the folder gradle.
        for (Path parent : List.of(root, root.resolve("gradle"))) {
          read(parent.resolve(Path.of(names[1], "build", "skipped", names[2] + ".txt")));
        }
      }
    }
  }

  private synchronized void read(Path file) {
    try {
      if (Files.exists(file)) {
        lines.addAll(Files.readAllLines(file));
      }
    } catch (IOException e) {
      LOGGER.warn("Which tests were skipped cannot be read: {}", e.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    told().forEach(LOGGER::quiet);
  }

  synchronized List<String> told() {
    List<String> told = new ArrayList<>();
    if (!lines.isEmpty()) {
      told.add("Skipped, because something is missing on this machine:");
      lines.forEach(line -> told.add("  " + line));
    }
    return told;
  }

  /** Where the file lies says nothing about what the tests do. */
  private static final class Argument implements CommandLineArgumentProvider {
    private final Path file;

    Argument(Path file) {
      this.file = file;
    }

    @Internal
    public String getFile() {
      return file.toString();
    }

    @Override
    public Iterable<String> asArguments() {
      return Set.of("-Dtalosforge.skippedTests=" + file);
    }
  }
}
