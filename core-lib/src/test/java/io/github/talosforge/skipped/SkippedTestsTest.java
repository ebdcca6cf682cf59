package io.github.talosforge.skipped;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.opentest4j.TestAbortedException;

/** What the end of a build tells of tests that did not run. */
class SkippedTestsTest {
  @TempDir Path folder;
  private final SkippedTests listener = new SkippedTests();

  private static TestIdentifier test(String type, String name) {
    return TestIdentifier.from(
        new AbstractTestDescriptor(
            UniqueId.root("test", type + "." + name),
            name,
            MethodSource.from("io.github.talosforge." + type, name)) {
          @Override
          public Type getType() {
            return Type.TEST;
          }
        });
  }

  private void aborted(String type, String name, String reason) {
    listener.executionFinished(
        test(type, name),
        TestExecutionResult.aborted(new TestAbortedException("Assumption failed: " + reason)));
  }

  @Test
  void eachReasonIsToldOnceWithWhatHelps() throws IOException {
    aborted("cidata.CidataIsoTest", "oneReader", "isoinfo is not installed");
    aborted("cidata.CidataIsoTest", "another", "isoinfo is not installed");
    aborted("cidata.CidataIsoTest", "third", "xorriso is not installed");
    aborted("SchemaTest", "all", "no API schema of Proxmox VE; A_VARIABLE can name its folder");
    aborted(
        "AnsibleTest", "all", "community.general is not installed, or has no proxmox_kvm: skipped");
    listener.executionSkipped(test("OffTest", "all"), "too slow");
    listener.executionFinished(test("GoodTest", "all"), TestExecutionResult.successful());

    Path file = folder.resolve("skipped").resolve("test.txt");
    listener.write(file);

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "AnsibleTest: community.general is not installed, or has no proxmox_kvm"
                + " (ansible-galaxy collection install community.general)",
            "CidataIsoTest: isoinfo is not installed (apt-get install genisoimage)",
            "CidataIsoTest: xorriso is not installed (apt-get install xorriso)",
            "OffTest: too slow",
            "SchemaTest: no API schema of Proxmox VE; A_VARIABLE can name its folder");
  }

  @Test
  void nothingIsWrittenWhenAllRan() {
    Path file = folder.resolve("test.txt");

    listener.write(file);

    assertThat(file).doesNotExist();
  }
}
