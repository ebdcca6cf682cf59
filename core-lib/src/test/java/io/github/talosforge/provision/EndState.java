package io.github.talosforge.provision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.talos.FormedCluster;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.world.HighAvailability;
import io.github.talosforge.simulator.world.Volume;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Everything that a run leaves: on Proxmox VE, in etcd and in Kubernetes.
 *
 * @param nodes the VMs with their configurations
 * @param rest templates, files, data and so on: what there is of each kind
 */
record EndState(Map<String, Map<String, String>> nodes, Map<String, List<String>> rest) {
  /** The id of a data VM is that of its node with a zero behind it. */
  static final int FIRST_DATA_VM = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  static EndState of(SimulatedCluster cluster) {
    Simulator simulator = cluster.simulator;
    Map<String, List<String>> rest = new LinkedHashMap<>();
    rest.put("templates", cluster.templates());
    rest.put("files", volumes(simulator, 0, 1, EndState::name));
    rest.put("data", volumes(simulator, FIRST_DATA_VM, Integer.MAX_VALUE, EndState::contents));
    rest.put("pools", locked(simulator, simulator.world().pools().values()::stream));
    rest.put("high availability", locked(simulator, () -> availability(simulator)));
    rest.put("etcd", locked(simulator, () -> members(simulator)));
    rest.put("versions", locked(simulator, () -> versions(simulator)));
    rest.put("Kubernetes", locked(simulator, () -> kubernetes(simulator)));
    return new EndState(nodes(cluster), rest);
  }

  private static List<String> locked(Simulator simulator, Supplier<Stream<?>> read) {
    return simulator.world().locked(() -> read.get().map(Object::toString).sorted().toList());
  }

  private static List<String> volumes(
      Simulator simulator, int firstOwner, int endOfOwners, Function<Volume, String> words) {
    return simulator.inspect().volumes().stream()
        .filter(volume -> volume.owner() >= firstOwner && volume.owner() < endOfOwners)
        .map(words)
        .sorted()
        .toList();
  }

  private static String name(Volume file) {
    return Objects.requireNonNullElse(file.host(), "every host") + " " + file.volid();
  }

  /** A volume that was made anew has the same name and size, but not what was on it. */
  private static String contents(Volume volume) {
    String mark = volume.partitions().getOrDefault(Lab.PRECIOUS, "nothing");
    return name(volume) + " " + volume.size() + " with " + mark;
  }

  private static Stream<?> availability(Simulator simulator) {
    HighAvailability ha = simulator.world().ha();
    return Stream.of(ha.resources().values(), ha.rules().values(), ha.groups().values())
        .flatMap(entries -> entries.stream());
  }

  /** The members of each etcd that a control plane runs. */
  private static Stream<?> members(Simulator simulator) {
    List<String> alive = simulator.talos().clusters().stream().map(FormedCluster::id).toList();
    return simulator.talos().saved().stream()
        .filter(etcd -> alive.contains(etcd.id()))
        .map(etcd -> etcd.members().stream().map(EtcdCluster.Member::name).sorted().toList());
  }

  /** What each machine runs: Talos, and Kubernetes by part. */
  private static Stream<?> versions(Simulator simulator) {
    return simulator.talos().machines().stream()
        .map(
            machine ->
                machine.vmid()
                    + " runs "
                    + machine.image().identity()
                    + machine
                        .config()
                        .map(
                            config ->
                                " with "
                                    + config.kubernetesVersion()
                                    + " and "
                                    + config.controlPlaneVersion())
                        .orElse(""));
  }

  /** The nodes of each cluster that a control plane runs, and which of them take no pods. */
  private static Stream<?> kubernetes(Simulator simulator) {
    return simulator.talos().clusters().stream()
        .map(
            cluster -> {
              Map<String, String> nodes = new TreeMap<>();
              cluster
                  .etcd()
                  .range("/registry/minions/")
                  .forEach((key, node) -> nodes.put(key, isCordoned(node) ? "cordoned" : "open"));
              return nodes;
            });
  }

  private static boolean isCordoned(String node) {
    try {
      return JSON.readTree(node).at("/spec/unschedulable").asBoolean();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** High availability may have moved what lies on shared storage. */
  private static Map<String, Map<String, String>> nodes(SimulatedCluster cluster) {
    Map<String, Map<String, String>> nodes = cluster.nodes();
    // Which number a disk got is chance where one was made in vain before.
    nodes
        .values()
        .forEach(
            values ->
                values.replaceAll((key, value) -> value.replaceAll("(vm-\\d+-disk)-\\d+", "$1")));
    nodes.values().stream()
        .filter(values -> values.getOrDefault("scsi0", "").startsWith("ceph:"))
        .forEach(values -> values.remove("(host)"));
    return nodes;
  }

  /** The names of the VMs, each as often as there is one. */
  List<String> names() {
    return nodes.keySet().stream().map(vm -> vm.split(" ", 2)[1]).sorted().toList();
  }

  /** The data volumes that still hold what was on them. */
  List<String> precious() {
    return rest.getOrDefault("data", List.of()).stream()
        .filter(volume -> !volume.endsWith("with nothing"))
        .toList();
  }

  /** How this is not as it should be; empty if it is. */
  List<String> differencesFrom(EndState wanted) {
    List<String> wrong = new ArrayList<>();
    nodes.forEach(
        (node, values) -> {
          if (!values.equals(wanted.nodes.get(node))) {
            wrong.add(node + ": " + values + " instead of " + wanted.nodes.get(node));
          }
        });
    compare("nodes", nodes.keySet(), wanted.nodes.keySet(), wrong);
    rest.forEach((what, now) -> compare(what, now, wanted.rest.get(what), wrong));
    return wrong;
  }

  private static void compare(String what, Object now, Object wanted, List<String> wrong) {
    if (!now.equals(wanted)) {
      wrong.add(what + ": " + now + " instead of " + wanted);
    }
  }
}
