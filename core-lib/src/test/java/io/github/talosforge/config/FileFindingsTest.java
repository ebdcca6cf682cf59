package io.github.talosforge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in the form of the files that no other test is about. */
class FileFindingsTest {
  private static final String NODES = "nodes:\n  - {name: cp-1, controller: true}\n";

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of(
            "TF-YAML-MERGE",
            "dns_servers: &servers [10.0.0.1]\nproxmox_vm_defaults: {<<: *servers}\n",
            NODES,
            "The merge key '<<' takes a map or a list of maps, and this is neither."),
        Arguments.of(
            "TF-NAME-INVALID",
            "",
            "nodes:\n  - {name: cp-1, controller: true, data_vm: true, volumes: {'a b': {size: 3}}}\n",
            "The names in 'nodes.volumes' are "),
        Arguments.of(
            "TF-KEY-ALIAS",
            "",
            "nodes:\n  - {name: cp-1, controller: true, memory: 4096}\n",
            "'memory' is read as 'vm_memory'."));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void everyMistakeHasItsSentence(String code, String cluster, String nodes, String sentence) {
    assertThat(ClusterFiles.read(ClusterFilesTest.MINIMAL + cluster, nodes).report().withCode(code))
        .isNotEmpty()
        .allSatisfy(
            finding -> {
              assertThat(finding.message()).startsWith(sentence).endsWith(".");
              assertThat(finding.location()).isNotNull();
            })
        .extracting(Finding::code)
        .containsOnly(code);
  }
}
