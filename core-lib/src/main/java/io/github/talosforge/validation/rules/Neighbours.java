package io.github.talosforge.validation.rules;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What clusters have in common. */
final class Neighbours {

  private Neighbours() {}

  /** Tells whether two clusters are on the same Proxmox VE, as far as their URLs tell. */
  static boolean shareProxmox(ClusterSpec one, ClusterSpec other) {
    Set<String> hosts = hosts(one);
    Set<String> others = hosts(other);
    return hosts.isEmpty() || others.isEmpty() || hosts.stream().anyMatch(others::contains);
  }

  private static Set<String> hosts(ClusterSpec spec) {
    return spec.proxmox().apiUrls().stream()
        .map(URI::getHost)
        .flatMap(host -> Optional.ofNullable(host).stream())
        .collect(Collectors.toSet());
  }

  /** Returns the addresses that a cluster demands, the shared one included. */
  static List<Demand<Ipv4Address>> addresses(ClusterSpec spec) {
    List<Demand<Ipv4Address>> addresses = new ArrayList<>(Demand.addresses(spec));
    spec.network()
        .vip()
        .filter(vip -> !spec.nodes().isEmpty())
        .ifPresent(
            vip ->
                addresses.add(
                    new Demand<>(
                        vip, spec.nodes().get(0), spec.provenance().nearest("cluster_api_vip"))));
    return addresses;
  }
}
