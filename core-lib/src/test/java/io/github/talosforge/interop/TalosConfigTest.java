package io.github.talosforge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.machineconfig.ExampleClusters;
import io.github.talosforge.machineconfig.Generated;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.machineconfig.schema.ConfigSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Talos' own code says about our machine configurations. */
@Tag("interop")
class TalosConfigTest {
  @TempDir Path directory;

  static Stream<String> versions() {
    return Machinery.VERSIONS.stream();
  }

  private static String plain(String version) {
    return version.substring(1);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void talosTakesEveryConfigurationStrictly(String version) throws IOException {
    int files = 0;
    for (Map.Entry<String, String[]> cluster : ExampleClusters.of(plain(version)).entrySet()) {
      GeneratedConfigs generated = Generated.of(cluster.getValue()[0], cluster.getValue()[1]);
      assertThat(generated.report().findings()).isEmpty();
      for (var config : generated.configs().values()) {
        String name = cluster.getKey() + "-" + config.node() + ".yaml";
        Files.writeString(directory.resolve(name), config.yaml());
        files++;
      }
    }
    Machinery.of(version).ask("validate", directory);
    JsonNode verdicts = new JsonMapper().readTree(directory.resolve("validate.json").toFile());
    assertThat(verdicts).hasSize(files);
    verdicts
        .properties()
        .forEach(verdict -> assertThat(verdict.getValue().asText()).as(verdict.getKey()).isEmpty());
    Machinery.of(version).agreed("validate", files);
  }

  /** Every difference is one that the files ask for. */
  @ParameterizedTest
  @MethodSource("versions")
  void talosGeneratesTheSameFromTheSameSecrets(String version) throws IOException {
    String cluster = ExampleClusters.of(plain(version)).get("plain")[0];
    String endpoint = "https://192.168.22.100:6443";
    Files.writeString(directory.resolve("secrets.yaml"), SecretsText.yaml());
    String controlPlane = Generated.yaml(cluster, Generated.NODES, "cp-1");
    Files.writeString(
        directory.resolve("input.json"), input(version, controlPlane, endpoint).toString());
    Machinery.of(version).ask("generate", directory);
    Path ours = Files.createDirectory(directory.resolve("ours"));
    Files.writeString(ours.resolve("controlplane.yaml"), controlPlane);
    Files.writeString(
        ours.resolve("worker.yaml"), Generated.yaml(cluster, Generated.NODES, "worker-1"));
    Machinery.of(version).ask("canonical", ours);
    for (String role : List.of("controlplane", "worker")) {
      assertThat(
              differences(
                  Files.readString(directory.resolve(role + ".talos")),
                  Files.readString(ours.resolve(role + ".canonical"))))
          .as(role)
          .isEqualTo(asked(version, role));
    }
    Machinery.of(version).agreed("generate", 2);
  }

  private static ObjectNode input(String version, String config, String endpoint) {
    JsonNode main = Generated.main(config);
    return new JsonMapper()
        .createObjectNode()
        .put("clusterName", "homelab")
        .put("endpoint", endpoint)
        .put(
            "kubernetesVersion",
            main.at("/machine/kubelet/image").asText().replaceFirst(".*:v", ""))
        .put("talosVersion", version)
        .put("installDisk", "/dev/sda")
        .put("installImage", main.at("/machine/install/image").asText());
  }

  /** The network, name and time servers are the files'; Talos' generator does not know of them. */
  private static Map<String, String> asked(String version, String role) {
    boolean documents = Integer.parseInt(version.split("[.]", -1)[1]) >= 12;
    String number = role.equals("worker") ? "2" : "1";
    String card = "v1alpha1 /machine/network/interfaces/0/";
    Map<String, String> asked = new TreeMap<>();
    asked.put(card + "deviceSelector/hardwareAddr", "null → bc:24:11:00:01:0" + number);
    asked.put(card + "dhcp", "null → false");
    asked.put(card + "addresses/0", "null → 192.168.22." + number + "0/24");
    asked.put(card + "routes/0/network", "null → 0.0.0.0/0");
    asked.put(card + "routes/0/gateway", "null → 192.168.22.1");
    if (role.equals("controlplane")) {
      asked.put(card + "vip/ip", "null → 192.168.22.100");
    }
    asked.put("v1alpha1 /machine/network/nameservers/0", "null → 192.168.22.1");
    asked.put("v1alpha1 /machine/network/nameservers/1", "null → 2606:4700:4700::1111");
    asked.put("v1alpha1 /machine/time/servers/0", "null → time.cloudflare.com");
    String name = role.equals("worker") ? "worker-1" : "cp-1";
    if (documents) {
      asked.put("HostnameConfig /hostname", "null → " + name);
      asked.put("HostnameConfig /auto", "stable → null");
    } else {
      asked.put("v1alpha1 /machine/network/hostname", "null → " + name);
    }
    return asked;
  }

  private static Map<String, String> differences(String theirs, String ours) {
    Map<String, String> left = leaves(theirs);
    Map<String, String> right = leaves(ours);
    Map<String, String> differences = new TreeMap<>();
    TreeSet<String> paths = new TreeSet<>(left.keySet());
    paths.addAll(right.keySet());
    for (String path : paths) {
      if (!String.valueOf(left.get(path)).equals(String.valueOf(right.get(path)))) {
        differences.put(path, left.get(path) + " → " + right.get(path));
      }
    }
    return differences;
  }

  private static Map<String, String> leaves(String yaml) {
    Map<String, String> leaves = new TreeMap<>();
    for (JsonNode document : Generated.documents(yaml)) {
      String kind = document.path("kind").asText("v1alpha1");
      leaves(kind + " ", document, leaves);
    }
    return leaves;
  }

  private static void leaves(String path, JsonNode node, Map<String, String> leaves) {
    if (node.isValueNode()) {
      leaves.put(path, node.asText());
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        leaves(path + "/" + i, node.get(i), leaves);
      }
    } else {
      node.properties()
          .forEach(field -> leaves(path + "/" + field.getKey(), field.getValue(), leaves));
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void theListOfKeysIsTalosOwn(String version) throws IOException {
    int minor = Integer.parseInt(version.split("[.]", -1)[1]);
    List<String> kinds = new ArrayList<>(ConfigSchema.of(Integer.MAX_VALUE).documents().keySet());
    kinds.remove(ConfigSchema.MAIN);
    Files.writeString(directory.resolve("kinds.txt"), String.join("\n", kinds));
    Machinery.of(version).ask("keys", directory);
    List<String> theirs = KeyList.of(Files.readAllLines(directory.resolve("keys.txt")));
    assertThat(KeyList.of(ConfigSchema.of(minor))).containsExactlyInAnyOrderElementsOf(theirs);
    Machinery.of(version).agreed("keys", theirs.size());
  }
}
