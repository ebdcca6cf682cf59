package io.github.talosforge.proxmox.conformance;

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

  /** Printed once, when all tests are over. */
  static final class Report implements AutoCloseable {
    @Override
    public void close() {
      ConformanceRecorder recorder = ConformanceRecorder.ofThisRun();
      if (!recorder.hasSchema()) {
        System.out.println(
            "Conformance: skipped, because there is no schema in "
                + ApiSchema.folder()
                + "; TALOSFORGE_PVE_API can name another folder.");
      } else if (!recorder.operations().isEmpty()) {
        System.out.println(
            "Conformance: "
                + recorder.operations().size()
                + " distinct operations checked against the schemas of 9.1.3 and 8.4.");
      }
    }
  }
}
