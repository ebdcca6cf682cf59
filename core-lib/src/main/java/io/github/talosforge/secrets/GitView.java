package io.github.talosforge.secrets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What Git does with a file. Git itself is asked, whose rules for that nobody else gets right. */
enum GitView {
  /** It is in the index. */
  TRACKED,
  /** It is not, but would be taken with its folder. */
  UNTRACKED,
  /** It is left out. */
  IGNORED,
  /** The file is in no repository, or there is no Git to ask. */
  UNKNOWN;

  private static final long SECONDS = 10;
  private static final int NO = 1;

  static GitView of(Path file) {
    @Nullable Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder == null || !isInRepository(folder)) {
      return UNKNOWN;
    }
    String name = String.valueOf(file.getFileName());
    if (ask(folder, "--literal-pathspecs", "ls-files", "--error-unmatch", "--", name) == 0) {
      return TRACKED;
    }
    return switch (ask(folder, "check-ignore", "-q", "--", name)) {
      case 0 -> IGNORED;
      case NO -> UNTRACKED;
      default -> UNKNOWN;
    };
  }

  private static boolean isInRepository(Path folder) {
    return Stream.iterate(folder, at -> at != null, Path::getParent)
        .anyMatch(at -> Files.exists(at.resolve(".git")));
  }

  /** Returns how Git ended, or something that it never ends with. */
  private static int ask(Path folder, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    // A hook of another repository that runs the build would have Git look there.
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    try {
      Process git = builder.start();
      if (git.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return git.exitValue();
      }
      git.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException noGit) {
      return Integer.MIN_VALUE;
    }
    return Integer.MIN_VALUE;
  }
}
