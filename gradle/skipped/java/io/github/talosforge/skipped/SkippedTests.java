package io.github.talosforge.skipped;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes down which tests were skipped and why, into the file that {@code talosforge.skippedTests}
 * names: Gradle's own reports do not tell the reason. The build shows it when all is over.
 */
public final class SkippedTests implements TestExecutionListener {
  private static final Pattern PROGRAM = Pattern.compile("(\\S+) is not installed.*");

  /** What Debian calls the package, where that is not the program's name. */
  private static final Map<String, String> WAYS =
      Map.of(
          "isoinfo", "apt-get install genisoimage",
          "bsdtar", "apt-get install libarchive-tools",
          "ansible-playbook", "apt-get install ansible python3-proxmoxer",
          "community.general", "ansible-galaxy collection install community.general",
          "community.proxmox", "ansible-galaxy collection install community.proxmox",
          "go", "apt-get install golang-go",
          "Maven", "apt-get install maven",
          "kubectl", "https://kubernetes.io/docs/tasks/tools",
          "sops", "https://github.com/getsops/sops/releases",
          "talosctl", "https://github.com/siderolabs/talos/releases");

  private final Set<String> lines = Collections.synchronizedSet(new TreeSet<>());

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    remember(test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      remember(test, result.getThrowable().map(Throwable::getMessage).orElse("no reason is told"));
    }
  }

  private void remember(TestIdentifier test, String reason) {
    String why = reason.replaceFirst("^Assumption failed: ", "").replaceFirst(": skipped$", "");
    lines.add(
        test.getSource().map(SkippedTests::name).orElse(test.getDisplayName())
            + ": "
            + why
            + way(why));
  }

  private static String name(TestSource source) {
    if (source instanceof MethodSource method) {
      return simple(method.getClassName());
    }
    return source instanceof ClassSource type ? simple(type.getClassName()) : source.toString();
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  private static String way(String reason) {
    Matcher program = PROGRAM.matcher(reason);
    if (!program.matches()) {
      return "";
    }
    String name = program.group(1);
    return " (" + WAYS.getOrDefault(name, "apt-get install " + name) + ")";
  }

  /** Where one process runs all tests, what an earlier run wrote no longer counts. */
  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    String file = System.getProperty("talosforge.skippedTests");
    if (file != null && Boolean.getBoolean("talosforge.oneTestProcess")) {
      try {
        Files.deleteIfExists(Path.of(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    String file = System.getProperty("talosforge.skippedTests");
    if (file != null) {
      write(Path.of(file));
    }
  }

  /** Adds to what another process of the same run may have written. */
  void write(Path file) {
    if (lines.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
