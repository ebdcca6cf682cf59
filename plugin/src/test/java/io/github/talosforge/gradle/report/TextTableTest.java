package io.github.talosforge.gradle.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    TextTable table = new TextTable("NODE", "ROLE", "VM");
    table.add("cp-1", "control plane", "2000");
    table.add("worker-1", "worker", "");

    assertThat(table.lines())
        .containsExactly(
            "NODE      ROLE           VM", "cp-1      control plane  2000", "worker-1  worker");
  }

  @Test
  void aRowHasACellForEachColumn() {
    TextTable table = new TextTable("NODE", "ROLE");

    assertThatThrownBy(() -> table.add("cp-1")).isInstanceOf(IllegalArgumentException.class);
  }
}
