package io.github.talosforge.gradle.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.redaction.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {
  @TempDir Path folder;

  private ResultFiles files() {
    return new ResultFiles(folder, Redaction.opened());
  }

  @Test
  void theOldFileIsNeverWrittenInto() throws IOException {
    Path old = Files.writeString(folder.resolve("status.json"), "old");
    Path reader = Files.createLink(folder.resolve("reader"), old);
    String unused = files().status("main", List.of(), LookedAt.vms(false));
    assertThat(old).content().contains("talosforge-status/1");
    assertThat(reader).hasContent("old");
  }

  @Test
  void whatCannotBeWrittenIsNamedWithTheReason() throws IOException {
    Files.createDirectories(folder.resolve("inventory.json/a"));
    assertThatThrownBy(() -> files().status("main", List.of(), LookedAt.vms(false)))
        .isInstanceOf(ClusterFailure.class)
        .hasMessageContaining(folder.resolve("inventory.json") + " cannot be written: ")
        .hasMessageContaining("An older one is as it was.");
  }

  @Test
  void whatSomebodyHoldsIsInNoFile() throws IOException {
    Redaction redaction = Redaction.opened();
    redaction.learn(List.of("opensesame"));
    String unused =
        new ResultFiles(folder, redaction).status("opensesame", List.of(), LookedAt.vms(false));
    assertThat(folder.resolve("status.json"))
        .content()
        .contains("(hidden)")
        .doesNotContain("opensesame");
  }
}
