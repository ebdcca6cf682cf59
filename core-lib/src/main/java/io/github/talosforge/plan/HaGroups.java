package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.ObservedHa;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The groups of hosts that VMs are in before Proxmox VE 9: one for each host that VMs prefer. */
final class HaGroups {
  private static final int PREFERRED = 2;
  private static final int POSSIBLE = 1;

  private final HaNames names;
  private final Set<HostName> hosts;
  private final Map<String, HostName> used = new TreeMap<>();
  private final Set<String> kept = new HashSet<>();

  HaGroups(HaNames names, Set<HostName> hosts) {
    this.names = names;
    this.hosts = new TreeSet<>(hosts);
  }

  /** Returns the group of a VM: the one that it is in, or that of its host. */
  String of(Optional<String> now, HostName host) {
    HostName home =
        hosts.stream()
            .filter(each -> now.equals(Optional.of(names.group(each))))
            .findFirst()
            .orElse(host);
    used.put(names.group(home), home);
    return names.group(home);
  }

  /** Leaves a group alone, because a VM is in it that this plan is not about. */
  void keep(String name) {
    kept.add(name);
  }

  /** Returns the change that a VM has to wait for before it can be put into a group. */
  Optional<ChangeId> changeOf(String name, ObservedHa live) {
    return Optional.ofNullable(used.get(name))
        .filter(host -> !priorities(host).equals(live.groups().get(name)))
        .map(HaGroups::id);
  }

  private static ChangeId id(HostName host) {
    return ChangeId.of("ha-group", host);
  }

  private Map<HostName, Integer> priorities(HostName home) {
    Map<HostName, Integer> priorities = new HashMap<>();
    hosts.forEach(host -> priorities.put(host, POSSIBLE));
    priorities.put(home, PREFERRED);
    return priorities;
  }

  /** Returns what has to be done to the groups; those that nobody uses any more go last. */
  List<HaChange> changes(ObservedHa live, Map<NodeName, ChangeId> ofVms) {
    List<HaChange> changes = new ArrayList<>();
    used.forEach(
        (name, host) -> {
          if (changeOf(name, live).isPresent()) {
            boolean known = live.groups().containsKey(name);
            changes.add(new PreferHost(id(host), name, host, priorities(host), known, Set.of()));
          }
        });
    live.groups().keySet().stream()
        .filter(names::isOurs)
        .filter(name -> !used.containsKey(name) && !kept.contains(name))
        .sorted()
        .forEach(name -> changes.add(removal(name, ofVms.values())));
    return changes;
  }

  static RemoveHaEntry removal(String name, Collection<ChangeId> before) {
    return new RemoveHaEntry(
        ChangeId.of("ha-group-remove", name), RemoveHaEntry.Kind.GROUP, name, Set.copyOf(before));
  }
}
