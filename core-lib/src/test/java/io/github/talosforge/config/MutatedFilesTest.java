package io.github.talosforge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.talosforge.config.yaml.YamlFile;
import io.github.talosforge.config.yaml.YamlReader;
import io.github.talosforge.finding.Finding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Whatever the files contain, reading them ends with a spec or with findings. */
class MutatedFilesTest {
  private static final int FILES = 10_000;
  private static final long SEED = 20_261_116;
  private static final Pattern REQUIRED =
      Pattern.compile("(cluster_name|talos_version|kubernetes_version|node_cidr):");
  private static final List<String> SCRAPS =
      List.of(
          ":",
          "- ",
          "&a ",
          "*a",
          "<<: *schematic\n",
          "{",
          "}",
          "[",
          "]",
          "\"",
          "'",
          "\n",
          "\t",
          "#",
          "|",
          ">",
          "!",
          "~",
          "null",
          "-1",
          "99999999999999999999",
          "0",
          "é",
          "\u0000",
          "\uD83D\uDE00",
          "  ",
          "? ",
          "---\n",
          "true",
          "1.10",
          "52:54:00:12:34:56",
          "%",
          "@",
          "`",
          ",",
          "dhcp",
          "nodes:\n",
          "name: x\n",
          "\\",
          "=",
          "\u2028",
          "0x5000c50015ea71aa");

  private static final YamlFile CLUSTER = file("cluster.yaml", ClusterFilesTest.MINIMAL);
  private static final YamlFile NODES = file("nodes.yaml", "nodes: [{name: a}]");

  @Test
  void mutatedFilesGiveNothingButAReport() {
    Random random = new Random(SEED);
    int specs = 0;
    for (int i = 0; i < FILES; i++) {
      boolean mutateCluster = random.nextBoolean();
      String text = mutate(mutateCluster ? cluster(random) : nodes(random), random);
      specs += read(i, mutateCluster, text).spec().isPresent() ? 1 : 0;
    }

    assertThat(specs).as("files that are still right").isBetween(FILES / 100, FILES * 9 / 10);
  }

  private static ClusterReading read(int number, boolean isCluster, String text) {
    ClusterReading reading;
    try {
      YamlFile file = file(isCluster ? "cluster.yaml" : "nodes.yaml", text);
      reading = isCluster ? ClusterFiles.read(file, NODES) : ClusterFiles.read(CLUSTER, file);
    } catch (RuntimeException e) {
      return fail("File %d\n%s".formatted(number, text), e);
    }
    assertThat(reading.spec().isPresent()).isEqualTo(!reading.report().hasErrors());
    for (Finding finding : reading.report().findings()) {
      String message = finding.message();
      if (finding.location() == null || message.contains("\n") || message.contains("Exception")) {
        fail("File %d: %s\n%s".formatted(number, finding.render(), text));
      }
    }
    return reading;
  }

  /** The required keys and some others of the example: short files are read many times faster. */
  private static String cluster(Random random) {
    return Arrays.stream(Homelab.CLUSTER.split("(?m)^(?=[a-z])", -1))
        .filter(section -> REQUIRED.matcher(section).lookingAt() || random.nextInt(8) == 0)
        .collect(Collectors.joining());
  }

  /** A few nodes of the example, and its pool. */
  private static String nodes(Random random) {
    return Arrays.stream(Homelab.NODES.split("(?m)^(?=  - name: talos|pools)", -1))
        .filter(entry -> !entry.startsWith("  - ") || random.nextInt(3) == 0)
        .collect(Collectors.joining());
  }

  private static YamlFile file(String name, String text) {
    return YamlReader.read(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String mutate(String text, Random random) {
    StringBuilder mutated = new StringBuilder(text);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = random.nextInt(mutated.length());
      int end = Math.min(mutated.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(5)) {
        case 0 -> mutated.delete(at, end);
        case 1 -> mutated.insert(at, SCRAPS.get(random.nextInt(SCRAPS.size())));
        case 2 -> mutated.replace(at, end, SCRAPS.get(random.nextInt(SCRAPS.size())));
        case 3 -> mutated.insert(at, mutated.substring(at, end));
        default -> mutated.setCharAt(at, (char) (32 + random.nextInt(96)));
      }
    }
    return mutated.toString();
  }
}
