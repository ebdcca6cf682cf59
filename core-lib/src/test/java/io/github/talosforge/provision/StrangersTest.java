package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.allocation.DerivedIdentity;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.inspect.Checkpoint;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever other people's VMs look like, none is ever written to: not by a plan, not while nodes
 * are made, changed, restarted or destroyed, and not by cleaning.
 */
class StrangersTest {
  private static final String UID = "0123456789abcdef";
  private static final String OTHER = "ffffffffffffffff";
  private static final List<String> NAMES =
      List.of("mail", "cp-9", "Copy-of-VM-cp-1", "talos-v1.12.4-base", "demo", "worker-9", "cp-1");
  private static final List<String> TAGS =
      List.of("talosforge", "talosforge-demo", "talosforge-template", "worker", "talos-v1.12.4");
  private static final List<String> DESCRIPTIONS =
      List.of(
          "talosforge: cluster=ffffffffffffffff node=cp-1",
          "talosforge: cluster=0123456789abcdef",
          "notes\ntalosforge: cluster=0123456789abcdef node=cp-1",
          "talosforge: template=talos-v1.12.4-ce4c980550dd options=00000000",
          "buy milk");
  private static final List<String> NODES = List.of("cp-1", "cp-2", "cp-3", "worker-1", "worker-2");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void noForeignVmIsEverWrittenTo(long seed) {
    Random random = new Random(seed);
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(any(random, List.of("", "clone: linked\n")))) {
      Set<Integer> strangers = strangers(cluster, random);
      Checkpoint before = cluster.simulator.inspect().checkpoint();
      Plan first = cluster.plan();
      if (first.isBlocked()) {
        // Somebody has a node's name, or carries its marks: nothing is done at all.
        assertThat(cluster.simulator.journal().calls()).noneMatch(RecordedCall::isWrite);
        free(cluster, strangers);
      }

      assertThat(cluster.provision().complete()).as("seed %d", seed).isTrue();
      untouched(cluster, strangers, before, seed);
      cluster.cluster("proxmox_vm_defaults: {vm_memory: 9000, vm_disk_size: 120G}\n");
      assertThat(cluster.provision(true).complete()).as("seed %d", seed).isTrue();
      untouched(cluster, strangers, before, seed);
      assertThat(cluster.destroy().complete()).as("seed %d", seed).isTrue();
      clean(cluster);
      untouched(cluster, strangers, before, seed);
      assertThat(cluster.simulator.inspect().vms().keySet()).isEqualTo(strangers);
    }
  }

  private static void clean(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      Plan plan = session.planTemplateCleaning(0, true);
      assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete()).isTrue();
      assertThat(session.planDestruction(NodeSelection.all(), true).changes()).isEmpty();
    }
  }

  /** Takes away who has a node's name or marks, so that the nodes can be made. */
  private static void free(SimulatedCluster cluster, Set<Integer> strangers) {
    cluster
        .simulator
        .world()
        .locked(
            () -> {
              strangers.removeIf(id -> standsInTheWay(cluster, id));
              cluster.simulator.world().vms().keySet().retainAll(strangers);
              cluster.simulator.world().touch();
              return strangers;
            });
  }

  private static boolean standsInTheWay(SimulatedCluster cluster, int id) {
    Map<String, String> config = cluster.simulator.world().vms().get(id).config();
    return NODES.contains(config.getOrDefault("name", ""))
        || NODES.stream()
            .anyMatch(node -> config.getOrDefault("smbios1", "").contains(uuid(UID, node)));
  }

  private static void untouched(
      SimulatedCluster cluster, Set<Integer> strangers, Checkpoint before, long seed) {
    assertThat(cluster.simulator.inspect().changesSince(before).leftAlone(strangers))
        .as("seed %d", seed)
        .isTrue();
    Pattern theirs =
        Pattern.compile(
            ".*/qemu/("
                + String.join("|", strangers.stream().map(String::valueOf).toList())
                + ")(/.*)?");
    assertThat(cluster.simulator.journal().writes())
        .as("seed %d", seed)
        .noneMatch(call -> !strangers.isEmpty() && theirs.matcher(call.path()).matches());
  }

  private static Set<Integer> strangers(SimulatedCluster cluster, Random random) {
    int[] ids = {100, 2000, 2001, 3000, 3001, 9000, 9001, 9002, 5000, 5001, 20000};
    Set<Integer> strangers = new TreeSet<>();
    for (int i = 0; i < 8; i++) {
      int id = ids[random.nextInt(ids.length)];
      cluster.stranger(id, "pve" + (1 + random.nextInt(3)), look(random));
      strangers.add(id);
    }
    return strangers;
  }

  private static Map<String, String> look(Random random) {
    Map<String, String> config = new TreeMap<>();
    config.put("memory", "512");
    config.put("name", any(random, NAMES));
    if (random.nextBoolean()) {
      config.put("tags", any(random, TAGS) + ";" + any(random, TAGS) + ";" + any(random, TAGS));
    }
    if (random.nextBoolean()) {
      config.put("description", any(random, DESCRIPTIONS));
    }
    if (random.nextInt(3) == 0) {
      config.put("smbios1", "uuid=" + any(random, List.of(uuid(OTHER, "cp-1"), uuid(UID, "cp-2"))));
    }
    if (random.nextInt(4) == 0) {
      config.put("template", "1");
    }
    if (random.nextInt(4) == 0) {
      config.put("ipconfig0", "ip=192.168.22." + (2 + random.nextInt(20)) + "/24");
    }
    return config;
  }

  private static String uuid(String cluster, String node) {
    return DerivedIdentity.of(ClusterUid.of(cluster)).uuid(NodeName.of(node)).toString();
  }

  private static <T> T any(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
