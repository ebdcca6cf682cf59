package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.ObservedHa.Managed;
import io.github.talosforge.proxmox.HaGroup;
import io.github.talosforge.proxmox.HaResource;
import io.github.talosforge.proxmox.HaRule;
import io.github.talosforge.proxmox.HighAvailability;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads what high availability looks after: two lists, if anything asks for it. Before Proxmox VE 9
 * the groups of hosts are looked at all the same: unlike a rule, a group outlives the last VM in
 * it, and then no VM shows any more that there is something to remove.
 */
final class HaReader {
  private static final int FIRST_RELEASE_WITH_RULES = 9;

  private HaReader() {}

  /** Returns nothing where nothing asks for it and there is no group. */
  static Optional<ObservedHa> read(
      HighAvailability manager, int release, boolean asked, Readers readers) {
    boolean hasRules = release >= FIRST_RELEASE_WITH_RULES;
    boolean worthReading = asked || (!hasRules && !manager.groups().isEmpty());
    return worthReading ? Optional.of(read(manager, hasRules, readers)) : Optional.empty();
  }

  private static ObservedHa read(HighAvailability manager, boolean hasRules, Readers readers) {
    Readers.Reading<List<HaResource>> resources = readers.read(manager::resources);
    Map<String, Set<VmId>> apart = new HashMap<>();
    Map<String, Map<HostName, Integer>> groups = new HashMap<>();
    if (hasRules) {
      manager.rules().forEach(rule -> apart.put(rule.name(), apart(rule)));
    } else {
      manager.groups().forEach(group -> groups.put(group.name(), hosts(group)));
    }
    return new ObservedHa(
        hasRules,
        resources.get().stream()
            .collect(Collectors.toUnmodifiableMap(each -> VmId.of(each.vmId()), HaReader::managed)),
        apart,
        groups);
  }

  private static Managed managed(HaResource resource) {
    return new Managed(
        resource.state(),
        resource.maximumRestarts().orElse(1),
        resource.maximumRelocations().orElse(1),
        resource.group(),
        resource.comment());
  }

  private static Set<VmId> apart(HaRule rule) {
    boolean effective =
        rule instanceof HaRule.ResourceAffinity affinity
            && !affinity.together()
            && !affinity.disabled();
    return effective
        ? rule.vmIds().stream().map(VmId::of).collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  private static Map<HostName, Integer> hosts(HaGroup group) {
    return group.hosts().entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(host -> HostName.of(host.getKey()), Map.Entry::getValue));
  }
}
