package io.github.talosforge.proxmox.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails every test class whose client sent what the schema does not allow. */
public final class ConformanceExtension implements BeforeAllCallback, AfterAllCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ConformanceExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(Report.class);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<String> violations = ConformanceRecorder.ofThisRun().takeViolations();
    if (!violations.isEmpty()) {
      throw new AssertionError(
          "The client sent what the schema does not allow:\n" + String.join("\n", violations));
    }
  }

  /** Said once, when all tests are over. */
  static final class Report implements AutoCloseable {
    @Override
    public void close() throws IOException {
      ConformanceRecorder recorder = ConformanceRecorder.ofThisRun();
      if (!recorder.hasSchema()) {
        say(
            "Conformance: skipped, because there is no schema in "
                + ApiSchema.folder()
                + "; TALOSFORGE_PVE_API can name another folder.");
      } else if (!recorder.operations().isEmpty()) {
        say(
            "Conformance: "
                + recorder.operations().size()
                + " distinct operations checked against the schemas of 9.1.3 and 8.4.");
      }
    }

    /** Gradle shows no output that belongs to no single test; its build prints this file. */
    private static void say(String line) throws IOException {
      String summary = System.getProperty("talosforge.testSummary");
      if (summary == null) {
        System.out.println(line);
      } else {
        Files.writeString(
            Path.of(summary), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
  }
}
