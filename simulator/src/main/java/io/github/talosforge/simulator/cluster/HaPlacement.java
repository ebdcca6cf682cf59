package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.world.HaGroup;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.HaRule;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where a VM under high availability may run, best host first. */
final class HaPlacement {
  private final World world;

  HaPlacement(World world) {
    this.world = world;
  }

  List<String> candidates(HaResource resource) {
    Preference preference = preference(resource);
    Set<String> forbidden = forbidden(resource.sid());
    return world.hosts().values().stream()
        .filter(Host::online)
        .map(Host::name)
        .filter(host -> !forbidden.contains(host))
        .filter(host -> !preference.strict() || preference.nodes().containsKey(host))
        .sorted(
            Comparator.comparingInt((String host) -> -preference.nodes().getOrDefault(host, -1))
                .thenComparingLong(this::load))
        .toList();
  }

  private record Preference(Map<String, Integer> nodes, boolean strict) {}

  private Preference preference(HaResource resource) {
    String name = resource.group();
    HaGroup group = name == null ? null : world.ha().groups().get(name);
    if (group != null) {
      return new Preference(group.nodes(), group.restricted());
    }
    return world.ha().rules().values().stream()
        .filter(rule -> !rule.disabled() && rule.type().equals("node-affinity"))
        .filter(rule -> rule.resources().contains(resource.sid()))
        .findFirst()
        .map(rule -> new Preference(rule.nodes(), rule.strict()))
        .orElse(new Preference(Map.of(), false));
  }

  /** Hosts of others that must be separate. */
  private Set<String> forbidden(String sid) {
    Set<String> hosts = new HashSet<>();
    for (HaRule rule : world.ha().rules().values()) {
      if (!rule.disabled()
          && "negative".equals(rule.affinity())
          && rule.resources().contains(sid)) {
        rule.resources().stream()
            .filter(other -> !other.equals(sid))
            .forEach(
                other -> {
                  Vm vm = HaManager.vm(world, other);
                  if (vm != null) {
                    hosts.add(vm.host());
                  }
                });
      }
    }
    return hosts;
  }

  private long load(String host) {
    return world.vms().values().stream()
        .filter(vm -> vm.host().equals(host) && vm.isRunning())
        .count();
  }
}
