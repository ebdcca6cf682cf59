package io.github.talosforge.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.Checks;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.config.yaml.YamlFile;
import io.github.talosforge.config.yaml.YamlReader;
import io.github.talosforge.fixture.GeneratedText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Editors and Talosforge agree on what is right and what is wrong. */
class FileSchemaTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
  private static final JsonSchema CLUSTER = SCHEMAS.getSchema(FileSchema.cluster());
  private static final JsonSchema NODES = SCHEMAS.getSchema(FileSchema.nodes());
  private static final long SEED = 20_261_116;
  private static final int FILES = 20_000;

  /** Values of every sort, each the right one for some key. */
  private static final List<String> VALUES =
      List.of(
          "0",
          "1",
          "2",
          "4",
          "16",
          "17",
          "100",
          "600",
          "601",
          "2000",
          "-1",
          "1.5",
          "\"4\"",
          "007",
          "true",
          "false",
          "yes",
          "Off",
          "maybe",
          "~",
          "",
          "[]",
          "{}",
          "[a, b]",
          "{a: b}",
          "[1, 2]",
          "homelab",
          "HOMELAB",
          "a_b",
          "-a",
          "local-zfs",
          "vmbr0",
          "pve1",
          "x86-64-v2-AES",
          "dhcp",
          "192.168.22.1",
          "192.168.22.0/24",
          "192.168.22.256",
          "1.12.0",
          "v1.35.0",
          "1.12",
          "https://pve.example.org:8006",
          "ftp://x",
          "40G",
          "1.5TiB",
          "8192",
          "8GiB",
          "lots",
          "2000-2999",
          "9000+",
          "9000-",
          "bc:24:11:62:36:54",
          "BC:24:11:62:36:54",
          "\"0000:01:00.0\"",
          "prefer",
          "strict",
          "ovmf",
          "seabios",
          "q35",
          "clone",
          "import",
          "iso",
          "flannel",
          "none",
          "\"+aes\"",
          "\"nvidia.com/gpu=present:NoSchedule\"",
          "zone.example.org/rack",
          "0x5000c500a1b2c3d4",
          "[{size: 100G}]",
          "{size: 100G}",
          "[{bridge: vmbr1}]",
          "|\n    two\n    lines");

  @Tag("generated")
  @ParameterizedTest
  @ValueSource(strings = {"cluster", "nodes"})
  void theCommittedSchemasAreThoseOfTheCatalogue(String file) throws IOException {
    GeneratedText.isIn(
        "docs/schema/" + file + ".schema.json",
        file.equals("cluster") ? FileSchema.cluster() : FileSchema.nodes());
  }

  private static Set<ValidationMessage> schemaSays(JsonSchema schema, String yaml) {
    try {
      return schema.validate(YAML.readTree(yaml));
    } catch (IOException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }

  /** Returns whether the keys and values alone are right, each by itself. */
  private static boolean modelAccepts(SectionType file, String yaml) {
    YamlFile read = YamlReader.read("x.yaml", yaml.getBytes(StandardCharsets.UTF_8));
    if (read.root().isEmpty()) {
      return false;
    }
    Checks checks = new Checks();
    file.check("", read.root().get(), checks);
    return !read.report().merge(checks.report()).hasErrors();
  }

  @Test
  void theFilesOfTheDocumentationAreRight() throws IOException {
    String page = Files.readString(GeneratedText.repository().resolve("docs/configuration.md"));
    Matcher blocks =
        Pattern.compile("```yaml\\n# (cluster|nodes).yaml.*?\\n(.*?)```", Pattern.DOTALL)
            .matcher(page);
    int seen = 0;
    while (blocks.find()) {
      JsonSchema schema = blocks.group(1).equals("cluster") ? CLUSTER : NODES;
      assertThat(schemaSays(schema, blocks.group(2))).as(blocks.group()).isEmpty();
      seen++;
    }
    assertThat(seen).isEqualTo(4);
    Path sample = GeneratedText.repository().resolve("sample-project");
    assertThat(schemaSays(CLUSTER, Files.readString(sample.resolve("cluster.yaml")))).isEmpty();
    assertThat(schemaSays(NODES, Files.readString(sample.resolve("nodes.yaml")))).isEmpty();
  }

  static Stream<Key<?>> nodeKeys() {
    return Catalogue.NODE.keys().keys().stream();
  }

  @ParameterizedTest
  @MethodSource("nodeKeys")
  void everyExampleIsRight(Key<?> key) {
    assertThat(schemaSays(NODES, node(key.name(), key.example()))).isEmpty();
  }

  private static String node(String key, String value) {
    String name = key.equals("name") ? "" : "name: a, ";
    return value.startsWith("|")
        ? "nodes:\n  - name: a\n    " + key + ": " + value + "\n"
        : "nodes: [{" + name + key + ": " + value + "}]\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes: [{name: a, vm_coers: 4}]",
        "nodes: [{vm_cores: 4}]",
        "nodes: [{name: a, vm_cores: 0}]",
        "nodes: [{name: a, vm_cores: 513}]",
        "nodes: [{name: a, vm_cores: four}]",
        "nodes: [{name: a, vm_cores: {x: 1}}]",
        "nodes: [{name: a, vm_cores: ~}]",
        "nodes: [{name: a, bios: efi}]",
        "nodes: [{name: a, numa: perhaps}]",
        "nodes: [{name: a, cpu_limit: 128.5}]",
        "nodes: [{name: Upper}]",
        "nodes: [{name: a, address: 300.1.1.1}]",
        "nodes: [{name: a, address: 10}]",
        "nodes: [{name: a, labels: {-x: y}}]",
        "nodes: [{name: a, taints: [a:Never]}]",
        "machines: []",
      })
  void bothRefuse(String yaml) {
    assertThat(modelAccepts(Catalogue.NODES_FILE, yaml)).as("the model").isFalse();
    assertThat(schemaSays(NODES, yaml)).as("the schema").isNotEmpty();
  }

  @Test
  void whatTheModelTakesTheSchemaTakes() {
    Random random = new Random(SEED);
    List<Key<?>> keys = Catalogue.NODE.keys().keys();
    int accepted = 0;
    for (int file = 0; file < FILES; file++) {
      Key<?> key = keys.get(random.nextInt(keys.size()));
      String yaml = node(key.name(), VALUES.get(random.nextInt(VALUES.size())));
      if (modelAccepts(Catalogue.NODES_FILE, yaml)) {
        accepted++;
        assertThat(schemaSays(NODES, yaml)).as(yaml).isEmpty();
      }
    }
    assertThat(accepted).isGreaterThan(FILES / 10);
  }

  @Test
  void clusterKeysAreTakenAlike() {
    String required =
        "cluster_name: a\ntalos_version: 1.12.0\nkubernetes_version: 1.35.0\nnode_cidr:"
            + " 10.0.0.0/24\n";
    assertThat(schemaSays(CLUSTER, required)).isEmpty();
    assertThat(schemaSays(CLUSTER, required.replace("node_cidr", "network_cidr"))).isEmpty();
    assertThat(schemaSays(CLUSTER, required.replaceFirst("cluster_name: a\n", ""))).isNotEmpty();
    for (Key<?> key : Catalogue.CLUSTER_FILE.keys().keys()) {
      for (String value : VALUES) {
        String name = key.nameIn(Catalogue.CLUSTER_FILE.place());
        String yaml =
            key.required()
                ? required.replaceFirst(
                    name + ": [^\n]*", Matcher.quoteReplacement(name + ": " + value))
                : required + name + ": " + value + "\n";
        if (modelAccepts(Catalogue.CLUSTER_FILE, yaml)) {
          assertThat(schemaSays(CLUSTER, yaml)).as(yaml).isEmpty();
        }
      }
    }
  }
}
