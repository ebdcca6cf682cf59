package io.github.talosforge.provision;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.world.HighAvailability;
import io.github.talosforge.simulator.world.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Everything that a run leaves on Proxmox VE.
 *
 * @param nodes the VMs with their configurations
 * @param templates the templates
 * @param files images and CDs
 * @param availability what high availability looks after, with its rules and groups
 */
record EndState(
    Map<String, Map<String, String>> nodes,
    List<String> templates,
    List<String> files,
    List<String> availability) {

  static EndState of(SimulatedCluster cluster) {
    Simulator simulator = cluster.simulator;
    List<String> files =
        simulator.inspect().volumes().stream()
            .filter(volume -> volume.owner() == 0)
            .map(EndState::words)
            .sorted()
            .toList();
    return new EndState(nodes(cluster), cluster.templates(), files, availability(simulator));
  }

  private static String words(Volume file) {
    return Objects.requireNonNullElse(file.host(), "every host") + " " + file.volid();
  }

  private static List<String> availability(Simulator simulator) {
    return simulator
        .world()
        .locked(
            () -> {
              HighAvailability ha = simulator.world().ha();
              return Stream.of(ha.resources().values(), ha.rules().values(), ha.groups().values())
                  .flatMap(entries -> entries.stream().map(Object::toString))
                  .sorted()
                  .toList();
            });
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
    compare("templates", templates, wanted.templates, wrong);
    compare("files", files, wanted.files, wrong);
    compare("high availability", availability, wanted.availability, wrong);
    return wrong;
  }

  private static void compare(String what, Object now, Object wanted, List<String> wrong) {
    if (!now.equals(wanted)) {
      wrong.add(what + ": " + now + " instead of " + wanted);
    }
  }
}
