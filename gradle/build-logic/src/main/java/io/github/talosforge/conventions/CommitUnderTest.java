package io.github.talosforge.conventions;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gradle.api.tasks.Internal;
import org.gradle.process.CommandLineArgumentProvider;

/**
 * Tells tests which commit they run on, as {@code talosforge.commit}: the last one that changed
 * more than the record of such runs, with {@code -dirty} behind it where the work tree has changes
 * besides that record.
 */
final class CommitUnderTest implements CommandLineArgumentProvider {
  private static final String DIRTY = "-dirty";

  /** A run writes them, and must find its commit again when they are committed. */
  private static final List<String> ALL_BUT_THE_RECORD =
      List.of("--", ".", ":(exclude)docs/reliability.json", ":(exclude)docs/reliability.md");

  private final File repository;

  CommitUnderTest(File repository) {
    this.repository = repository;
  }

  /** Where it lies says nothing about what the tests do. */
  @Internal
  public File getRepository() {
    return repository;
  }

  @Override
  public Iterable<String> asArguments() {
    return List.of("-Dtalosforge.commit=" + name());
  }

  /** The commit; without git, one that is nobody's. */
  String name() {
    String commit = git("log", "-1", "--format=%H").orElse("");
    if (commit.isEmpty()) {
      return "unknown" + DIRTY;
    }
    return git("status", "--porcelain").filter(String::isEmpty).isPresent()
        ? commit
        : commit + DIRTY;
  }

  private Optional<String> git(String... words) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    command.addAll(ALL_BUT_THE_RECORD);
    try {
      Process git =
          new ProcessBuilder(command)
              .directory(repository)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? Optional.of(said.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
