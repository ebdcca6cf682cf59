package io.github.talosforge.machineconfig.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.machineconfig.ExampleClusters;
import io.github.talosforge.machineconfig.Generated;
import io.github.talosforge.machineconfig.diff.ConfigDiff;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.machineconfig.patch.Patching;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.MachinePatch;
import io.github.talosforge.model.Origin;
import io.github.talosforge.redaction.Redaction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigSchemaTest {

  @Test
  void documentsAndKeysComeWithTheirVersion() {
    assertThat(ConfigSchema.of(11).document("HostnameConfig")).isEmpty();
    assertThat(ConfigSchema.of(12).document("HostnameConfig")).isPresent();
    assertThat(ConfigSchema.since("UserVolumeConfig")).hasValue(10);
    assertThat(ConfigSchema.since("NoSuchConfig")).isEmpty();
    assertThat(ConfigSchema.of(10).document("VolumeConfig").orElseThrow().keys())
        .doesNotContainKey("encryption");
    assertThat(ConfigSchema.of(11).document("VolumeConfig").orElseThrow().keys())
        .containsKey("encryption");
  }

  @Test
  void versionsThatAreNotKnownAreTakenForTheNearest() {
    assertThat(ConfigSchema.of(14).documents()).isEqualTo(ConfigSchema.of(13).documents());
    assertThat(ConfigSchema.of(3).documents()).isEqualTo(ConfigSchema.of(9).documents());
  }

  /** Every document that we generate can stand in a patch, and changes nothing then. */
  @ParameterizedTest
  @ValueSource(strings = {"1.9.5", "1.10.6", "1.11.6", "1.12.7", "1.13.9"})
  void whatIsGeneratedHasNoKeyThatTheVersionLacks(String version) {
    int minor = Integer.parseInt(version.split("[.]", -1)[1]);
    ExampleClusters.of(version)
        .forEach(
            (name, files) ->
                Generated.of(files[0], files[1])
                    .configs()
                    .values()
                    .forEach(config -> isKnown(minor, name + config.node(), config.yaml())));
  }

  private static void isKnown(int minor, String name, String yaml) {
    ConfigDocuments documents = ConfigDocuments.read(name, yaml).documents();
    List<MachinePatch> patches =
        documents.documents().stream()
            .map(document -> new MachinePatch(document.fields(), Origin.builtIn(Layer.NODE)))
            .toList();
    Patching.Patched patched = new Patching(minor).apply(new ConfigDocuments(List.of()), patches);
    assertThat(patched.report().render()).as(name).isEmpty();
    assertThat(
            ConfigDiff.between(minor, yaml, patched.documents().yaml(), Redaction.opened())
                .render())
        .as(name)
        .isEmpty();
  }
}
