package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.proxmox.Bridge;
import io.github.talosforge.proxmox.Network;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.Vnet;
import io.github.talosforge.proxmox.property.NetworkDevice;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks whether the bridges and vnets that network cards are put on exist on their hosts. */
final class NetworkCheck {
  private final FileLines lines;
  private final MissingThings missing;
  private final List<Finding> findings = new ArrayList<>();

  private NetworkCheck(FileLines lines) {
    this.lines = lines;
    this.missing = new MissingThings(PreflightFinding.BRIDGE_MISSING, "Bridge", lines);
  }

  static List<Finding> check(
      Plan plan, ObservedCluster world, ProxmoxClient client, FileLines lines) {
    Map<HostName, Set<String>> wanted = new TreeMap<>();
    Set<String> tagged = new TreeSet<>();
    for (VmChange change : plan.changes(VmChange.class)) {
      cards(change)
          .forEach(
              card ->
                  card.bridge()
                      .ifPresent(
                          bridge -> {
                            wanted
                                .computeIfAbsent(change.vm().host(), unused -> new TreeSet<>())
                                .add(bridge);
                            card.vlan().ifPresent(vlan -> tagged.add(bridge));
                          }));
    }
    return check(wanted, tagged, world, host -> client.network(host.value()), lines);
  }

  static List<Finding> check(
      Map<HostName, Set<String>> wanted,
      Set<String> tagged,
      ObservedCluster world,
      Function<HostName, Network> networks,
      FileLines lines) {
    NetworkCheck check = new NetworkCheck(lines);
    wanted.forEach(
        (host, bridges) -> {
          if (world.isOnline(host)) {
            check.compare(host, bridges, tagged, networks.apply(host));
          }
        });
    check.findings.addAll(
        check.missing.findings("A bridge needs SDN.Use on /sdn/zones/localnetwork/%s to be seen."));
    return check.findings;
  }

  private static List<NetworkDevice> cards(VmChange change) {
    return WantedValues.of(change).entrySet().stream()
        .filter(entry -> VmConfigKey.of(entry.getKey()).family().equals("net"))
        .map(entry -> NetworkDevice.parse(entry.getValue()))
        .toList();
  }

  private void compare(HostName host, Set<String> wanted, Set<String> tagged, Network network) {
    Map<String, Bridge> bridges =
        network.bridges().stream()
            .collect(Collectors.toMap(Bridge::name, bridge -> bridge, (one, two) -> one));
    boolean all = bridges.keySet().containsAll(wanted);
    Set<String> vnets =
        all
            ? Set.of()
            : network.vnets().stream().map(Vnet::name).collect(Collectors.toUnmodifiableSet());
    for (String name : wanted) {
      Optional<Bridge> bridge = Optional.ofNullable(bridges.get(name));
      if (bridge.isEmpty() && !vnets.contains(name)) {
        missing.add(name, host, bridges.keySet());
      } else if (tagged.contains(name) && bridge.filter(each -> !each.vlanAware()).isPresent()) {
        findings.add(
            PreflightFinding.BRIDGE_NOT_VLAN_AWARE.at(
                lines.of("bridge", name),
                "Bridge '"
                    + name
                    + "' on host "
                    + host
                    + " is not VLAN aware; Proxmox then makes one bridge per VLAN tag.",
                "That works if the uplink carries the tag; otherwise make the bridge VLAN aware."));
      }
    }
  }
}
