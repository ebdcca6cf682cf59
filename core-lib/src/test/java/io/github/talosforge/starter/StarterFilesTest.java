package io.github.talosforge.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.validation.ClusterValidator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StarterFilesTest {
  private static StarterFiles files(int controlPlanes, int workers) {
    return new StarterFiles(
        ClusterName.of("homelab"), ClusterUid.of("0123456789abcdef"), controlPlanes, workers);
  }

  @ParameterizedTest
  @CsvSource({"1,0", "1,1", "3,0", "3,2", "5,100", "7,1"})
  void theyAreRightAsTheyAre(int controlPlanes, int workers) {
    StarterFiles files = files(controlPlanes, workers);

    ClusterReading reading = ClusterFiles.read(files.cluster("c.json"), files.nodes("n.json"));

    assertThat(reading.report().findings()).isEmpty();
    ClusterSpec spec = reading.spec().orElseThrow();
    assertThat(new ClusterValidator().validate(spec).render()).isEmpty();
    assertThat(spec.nodes()).hasSize(controlPlanes + workers);
    assertThat(spec.kubernetes().scheduleOnControlPlanes()).isEqualTo(workers == 0);
  }

  @Test
  void editorsFindTheSchemaInTheFirstLine() {
    assertThat(files(3, 2).cluster("a/c.json"))
        .startsWith("# yaml-language-server: $schema=a/c.json\n");
    assertThat(files(3, 2).nodes("a/n.json"))
        .startsWith("# yaml-language-server: $schema=a/n.json\n");
  }

  @Test
  void sizesThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> files(2, 0)).hasMessageContaining("expected 1, 3, 5 or 7");
    assertThatThrownBy(() -> files(3, 101)).hasMessageContaining("from 0 to 100");
  }
}
