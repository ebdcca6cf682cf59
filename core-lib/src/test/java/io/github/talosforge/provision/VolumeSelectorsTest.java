package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.machineconfig.Generated;
import io.github.talosforge.model.NodeName;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Talos looks for every volume on the very drive that its VM has for it, and goes on doing so. */
class VolumeSelectorsTest {
  private static final int WORKER = 3001;
  private static final Pattern DRIVE =
      Pattern.compile(".*:vm-30010-(?:volume-)?([a-z]+),.*\\bwwn=0x([0-9a-f]{16})\\b.*");
  private static final Pattern SELECTOR =
      Pattern.compile("disk\\.wwid == \"naa\\.([0-9a-f]{16})\"");

  /** Returns the world wide name of each volume's drive, by what the volume is called. */
  private static Map<String, String> drives(SimulatedCluster cluster) {
    Map<String, String> names = new TreeMap<>();
    cluster.simulator.inspect().vm(WORKER).orElseThrow().config().values().stream()
        .map(DRIVE::matcher)
        .filter(Matcher::matches)
        .forEach(drive -> names.put(drive.group(1), drive.group(2)));
    return names;
  }

  /** Returns the world wide name that Talos looks for, by what the volume is called. */
  private static Map<String, String> selectors(SimulatedCluster cluster) {
    String yaml = Generated.of(cluster.spec()).of(NodeName.of("worker-1")).orElseThrow().yaml();
    Map<String, String> names = new TreeMap<>();
    for (JsonNode document : Generated.documents(yaml)) {
      Matcher selector = SELECTOR.matcher(document.at("/provisioning/diskSelector/match").asText());
      if (selector.matches()) {
        boolean own = document.path("kind").asText().equals("UserVolumeConfig");
        names.put(own ? document.path("name").asText() : "ephemeral", selector.group(1));
      }
    }
    return names;
  }

  @Test
  void aVolumeThatIsAddedBeforeTheOthersShiftsNone() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO)) {
      assertThat(cluster.provision().complete()).isTrue();
      Map<String, String> before = selectors(cluster);
      assertThat(before).containsOnlyKeys("ephemeral", "db", "logs").isEqualTo(drives(cluster));
      assertThat(before.values()).doesNotHaveDuplicates();

      cluster.cluster(DataVmTest.DATA.replace("{db:", "{aaa: {type: disk, size: 2G}, db:"));
      assertThat(cluster.provision(true).complete()).isTrue();

      Map<String, String> after = selectors(cluster);
      assertThat(after).containsOnlyKeys("ephemeral", "aaa", "db", "logs");
      assertThat(after).isEqualTo(drives(cluster)).containsAllEntriesOf(before);
      assertThat(after.values()).doesNotHaveDuplicates();
    }
  }
}
