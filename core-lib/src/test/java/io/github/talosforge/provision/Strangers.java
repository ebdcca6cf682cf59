package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.allocation.DerivedIdentity;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.simulator.inspect.Checkpoint;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Other people's VMs beside a cluster, which look as much like its own as chance wants. */
record Strangers(SimulatedCluster cluster, Set<Integer> ids, Checkpoint before) {
  private static final String UID = "0123456789abcdef";
  private static final String OTHER = "ffffffffffffffff";
  private static final List<String> NAMES =
      List.of(
          "mail",
          "cp-9",
          "Copy-of-VM-cp-1",
          "talos-v1.12.4-base",
          "demo",
          "worker-9",
          "cp-1",
          "cp-9-data",
          "demo-data");
  private static final List<String> TAGS =
      List.of("talosforge", "talosforge-demo", "talosforge-template", "worker", "talos-v1.12.4");
  private static final List<String> DESCRIPTIONS =
      List.of(
          "talosforge: cluster=ffffffffffffffff node=cp-1",
          "talosforge: cluster=0123456789abcdef",
          "notes\ntalosforge: cluster=0123456789abcdef node=cp-1",
          "talosforge: cluster=ffffffffffffffff data=worker-1",
          "talosforge: cluster=0123456789abcdef data=",
          "talosforge: template=talos-v1.12.4-ce4c980550dd options=00000000",
          "buy milk");
  private static final List<String> NODES = List.of("cp-1", "cp-2", "cp-3", "worker-1", "worker-2");

  private static final int[] IDS = {
    100, 2000, 2001, 3000, 3001, 9000, 9001, 9002, 5000, 5001, 20000, 20010, 30000, 30010, 90000
  };

  /** Lets eight of them move in. */
  static Strangers settle(SimulatedCluster cluster, Random random) {
    Set<Integer> ids = new TreeSet<>();
    for (int i = 0; i < 8; i++) {
      int id = IDS[random.nextInt(IDS.length)];
      cluster.stranger(id, "pve" + (1 + random.nextInt(3)), look(random));
      ids.add(id);
    }
    return new Strangers(cluster, ids, cluster.simulator.inspect().checkpoint());
  }

  /** Takes away who has a node's name or marks, so that the nodes can be made. */
  void makeRoom() {
    cluster
        .simulator
        .world()
        .locked(
            () -> {
              ids.removeIf(this::standsInTheWay);
              cluster.simulator.world().vms().keySet().retainAll(ids);
              cluster.simulator.world().touch();
              return ids;
            });
  }

  private boolean standsInTheWay(int id) {
    Map<String, String> config = cluster.simulator.world().vms().get(id).config();
    return NODES.contains(config.getOrDefault("name", ""))
        || NODES.stream()
            .anyMatch(node -> config.getOrDefault("smbios1", "").contains(uuid(UID, node)));
  }

  /** None of them was changed, and nobody tried to. */
  void areUntouched(String when) {
    assertThat(cluster.simulator.inspect().changesSince(before).leftAlone(ids)).as(when).isTrue();
    Pattern theirs =
        Pattern.compile(
            ".*/qemu/(" + String.join("|", ids.stream().map(String::valueOf).toList()) + ")(/.*)?");
    assertThat(cluster.simulator.journal().writes())
        .as(when)
        .noneMatch(call -> !ids.isEmpty() && theirs.matcher(call.path()).matches());
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

  static <T> T any(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
