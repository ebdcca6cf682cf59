package io.github.talosforge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.talosforge.finding.Finding;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever the files contain, reading them ends with a spec or with findings. */
class MutatedFilesTest {
  private static final int FILES = 10_000;
  private static final long SEED = 20_261_116;
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

  @Test
  void mutatedFilesGiveNothingButAReport() {
    Random random = new Random(SEED);
    int specs = 0;
    for (int i = 0; i < FILES; i++) {
      boolean mutateCluster = random.nextBoolean();
      String cluster = mutateCluster ? mutate(Homelab.CLUSTER, random) : Homelab.CLUSTER;
      String nodes = mutateCluster ? Homelab.NODES : mutate(Homelab.NODES, random);
      specs += read(i, cluster, nodes).spec().isPresent() ? 1 : 0;
    }

    assertThat(specs).as("files that are still right").isBetween(FILES / 100, FILES * 9 / 10);
  }

  private static ClusterReading read(int number, String cluster, String nodes) {
    ClusterReading reading;
    try {
      reading = ClusterFiles.read(cluster, nodes);
    } catch (RuntimeException e) {
      return fail("File %d\n%s\n%s".formatted(number, cluster, nodes), e);
    }
    assertThat(reading.spec().isPresent()).isEqualTo(!reading.report().hasErrors());
    for (Finding finding : reading.report().findings()) {
      assertThat(finding.location()).as(finding.message()).isNotNull();
      assertThat(finding.message()).doesNotContain("\n").doesNotContain("Exception");
    }
    return reading;
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
