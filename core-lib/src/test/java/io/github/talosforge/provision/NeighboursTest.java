package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.inspect.Checkpoint;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.HaGroup;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.HaRule;
import io.github.talosforge.simulator.world.HighAvailability;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.Volume;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Beside other people's VMs, volumes, files and entries of high availability that look like the
 * cluster's own, everything is done that can be done to a cluster: none of them is written to.
 */
@Tag("exhaustive")
class NeighboursTest {
  private static final String UID = "0123456789abcdef";
  private static final String OTHER = "ffffffffffffffff";
  private static final int ADOPTED = 7000;
  private static final int CASES = EveryCase.some(12, 2);

  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, ha: true}
        - {name: worker-1, proxmox_node: pve2, data_vm: true, ephemeral_size: 6,
           volumes: {db: {type: disk, size: 3}}, extra_disks: [{size: 8G}]}
      """;
  private static final String ONE_MORE = "  - {name: worker-2, proxmox_node: pve3}\n";

  private static final List<String> VOLUMES =
      List.of(
          "vm-5000-disk-0",
          "vm-5000-volume-db",
          "vm-5000-ephemeral",
          "vm-20090-volume-db",
          "vm-90000-ephemeral",
          "vm-2999-disk-1",
          "base-9999-disk-0");
  private static final List<String> FILES =
      List.of(
          "import/talos-v1.12.4-nocloud-amd64.qcow2",
          "import/my-talos-v1.12.4-ce4c980550dd-nocloud-amd64.qcow2",
          "iso/talos-v1.12.4-CE4C980550DD-nocloud-amd64.iso",
          "iso/talosforge-demo-cp-9-cidata.iso",
          "iso/cp-1.iso");
  private static final List<String> ENTRIES =
      List.of(
          "talosforge-" + OTHER + "-worker",
          "talosforge-" + OTHER + "-pve1",
          "my-talosforge-" + UID + "-worker",
          "talosforge-demo-controlplane",
          "talosforge");

  private static final NodeSelection REBUILT = new NodeSelection(List.of("worker-1"), List.of());

  static Stream<Arguments> cases() {
    return LongStream.rangeClosed(1, CASES)
        .boxed()
        .flatMap(seed -> Stream.of(Personality.values()).map(pve -> Arguments.of(seed, pve)));
  }

  @ParameterizedTest(name = "seed {0}, {1}")
  @MethodSource("cases")
  void nothingOfThemIsEverWrittenTo(long seed, Personality release) {
    Random random = new Random(seed);
    try (SimulatedCluster cluster = cluster(release)) {
      Belongings theirs = Belongings.movedIn(cluster);
      Strangers strangers = Strangers.settle(cluster, random);
      cluster.stranger(ADOPTED, "pve3", Map.of("name", "legacy", "memory", "512"));
      if (cluster.plan().isBlocked()) {
        strangers.makeRoom();
        cluster.stranger(ADOPTED, "pve3", Map.of("name", "legacy", "memory", "512"));
      }
      Function<String, Void> look =
          when -> {
            strangers.areUntouched(when + ", seed " + seed);
            theirs.areUntouched(when + ", seed " + seed);
            return null;
          };

      completes(cluster.provision());
      look.apply("provision");
      cluster.nodes(NODES.replace(", extra_disks: [{size: 8G}]", ""));
      cluster.cluster("anti_affinity: true\nproxmox_vm_defaults: {vm_memory: 9000}\n");
      completes(cluster.provision(true));
      look.apply("change");
      completes(carryOut(cluster, ClusterSession::planLeftovers));
      look.apply("removeLeftovers");
      completes(carryOut(cluster, session -> session.planRebuild(REBUILT, false)));
      look.apply("rebuildNode");
      adopts(cluster);
      look.apply("adoptNodes");
      completes(cluster.destroyWithData());
      completes(carryOut(cluster, session -> session.planTemplateCleaning(0, true)));
      completes(carryOut(cluster, ClusterSession::planLeftovers));
      look.apply("everything gone");
      assertThat(cluster.simulator.inspect().vms().keySet()).isEqualTo(strangers.ids());
      assertThat(theirs.now()).isEqualTo(theirs.all());
    }
  }

  private static SimulatedCluster cluster(Personality release) {
    return new SimulatedCluster(
            Simulator.builder().hosts(3).personality(release).timeScale(0).start())
        .storage("ceph")
        .cluster("anti_affinity: true\n")
        .nodes(NODES);
  }

  private static void completes(ApplyResult result) {
    assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
  }

  private static ApplyResult carryOut(
      SimulatedCluster cluster, Function<ClusterSession, Plan> planning) {
    try (ClusterSession session = cluster.session()) {
      Plan plan = planning.apply(session);
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      return session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
    }
  }

  /** Adopts one VM, and nothing happens to any other. */
  private static void adopts(SimulatedCluster cluster) {
    cluster.nodes(NODES.replace(", extra_disks: [{size: 8G}]", "") + ONE_MORE);
    Checkpoint before = cluster.simulator.inspect().checkpoint();
    completes(
        carryOut(
            cluster,
            session ->
                session
                    .planAdoption(Map.of(String.valueOf(ADOPTED), NodeName.of("worker-2")))
                    .marks()));
    assertThat(cluster.simulator.inspect().changesSince(before).changedVms())
        .containsExactly(ADOPTED);
    assertThat(cluster.simulator.inspect().vm(ADOPTED).map(VmState::name)).contains("worker-2");
  }

  /** Volumes, files and entries of high availability that belong to others. */
  private record Belongings(SimulatedCluster cluster, Map<String, String> all) {
    static Belongings movedIn(SimulatedCluster cluster) {
      cluster
          .simulator
          .world()
          .locked(
              () -> {
                VOLUMES.forEach(name -> put(cluster, "ceph", name, "images"));
                FILES.forEach(name -> put(cluster, "local", name, name.split("/", 2)[0]));
                HighAvailability ha = cluster.simulator.world().ha();
                entries(ha, cluster.simulator.world().personality().isNine());
                cluster.simulator.world().touch();
                return ha;
              });
      return new Belongings(cluster, seen(cluster));
    }

    private static void put(SimulatedCluster cluster, String storage, String name, String content) {
      boolean disk = content.equals("images");
      int owner = disk ? Integer.parseInt(name.replaceAll("\\D*(\\d+).*", "$1")) : 0;
      String format = disk ? "raw" : content.equals("iso") ? "iso" : "qcow2";
      cluster
          .simulator
          .world()
          .volumes()
          .put(
              new Volume(
                  storage,
                  disk ? null : "pve1",
                  name,
                  content,
                  format,
                  1L << 30,
                  1L << 20,
                  owner,
                  null,
                  1,
                  null,
                  Map.of(),
                  Map.of()));
    }

    private static void entries(HighAvailability ha, boolean rules) {
      List<String> comments = List.of("Talosforge, cluster " + OTHER, "Talosforge", "demo", UID);
      for (int i = 0; i < comments.size(); i++) {
        String sid = "vm:" + (5000 + i);
        ha.resources()
            .put(sid, new HaResource(sid, "ignored", null, 1, 1, true, comments.get(i), false));
      }
      for (String name : ENTRIES) {
        if (rules) {
          ha.rules()
              .put(
                  name,
                  new HaRule(
                      name,
                      "resource-affinity",
                      List.of("vm:5000", "vm:5001"),
                      Map.of(),
                      false,
                      "negative",
                      false,
                      null));
        } else {
          ha.groups().put(name, new HaGroup(name, Map.of("pve1", 2), false, false, null));
        }
      }
    }

    /** What is there now that was theirs or looks like it: everything but the cluster's own. */
    private static Map<String, String> seen(SimulatedCluster cluster) {
      Map<String, String> seen = new TreeMap<>();
      HighAvailability ha = cluster.simulator.world().ha();
      cluster.simulator.inspect().volumes().forEach(each -> seen.put(each.volid(), "" + each));
      ha.resources().forEach((sid, entry) -> seen.put(sid, entry.toString()));
      ha.rules().forEach((name, entry) -> seen.put("rule " + name, entry.toString()));
      ha.groups().forEach((name, entry) -> seen.put("group " + name, entry.toString()));
      return seen;
    }

    Map<String, String> now() {
      return seen(cluster);
    }

    void areUntouched(String when) {
      assertThat(now()).as(when).containsAllEntriesOf(all);
      Set<String> names =
          all.keySet().stream()
              .map(name -> name.replaceFirst("^(rule|group) ", ""))
              .collect(Collectors.toSet());
      assertThat(cluster.simulator.journal().writes())
          .as(when)
          .map(call -> URLDecoder.decode(call.path(), StandardCharsets.UTF_8))
          .noneMatch(path -> names.stream().anyMatch(name -> path.endsWith("/" + name)));
    }
  }
}
