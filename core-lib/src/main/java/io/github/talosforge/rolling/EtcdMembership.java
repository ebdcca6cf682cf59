package io.github.talosforge.rolling;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.List;
import java.util.Optional;

/**
 * Tells which member of etcd a node is. An adopted node can have joined under another host name, so
 * its own word counts first, then where the other members reach it, then its name.
 */
final class EtcdMembership {
  private final TalosClient client;

  EtcdMembership(TalosClient client) {
    this.client = client;
  }

  /**
   * Finds the members that a node can be.
   *
   * @param node its name
   * @param endpoint where its machine is reached, if that is known
   * @param members the members of etcd
   * @return the one that the machine says it is; from a machine that does not say, all that fit
   */
  List<EtcdMember> find(NodeName node, Optional<TalosEndpoint> endpoint, List<EtcdMember> members) {
    Optional<Long> own = endpoint.flatMap(this::ownWord);
    List<EtcdMember> said =
        members.stream().filter(member -> own.filter(id -> id == member.id()).isPresent()).toList();
    return said.isEmpty()
        ? members.stream().filter(member -> fits(member, node, endpoint)).toList()
        : said;
  }

  /** Another machine can have the address by now; only one of the cluster is believed. */
  private Optional<Long> ownWord(TalosEndpoint endpoint) {
    if (client.look(endpoint).kind() != Sighting.Kind.CONFIGURED) {
      return Optional.empty();
    }
    try (TalosNode machine = client.node(endpoint)) {
      return Optional.of(machine.etcdStatus().memberId());
    } catch (TalosException e) {
      return Optional.empty();
    }
  }

  private static boolean fits(EtcdMember member, NodeName node, Optional<TalosEndpoint> endpoint) {
    return member.hostname().equals(node.value())
        || endpoint.filter(place -> isAt(member, place.host())).isPresent();
  }

  private static boolean isAt(EtcdMember member, String address) {
    String authority = "//" + (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":";
    return member.peerUrls().stream().anyMatch(url -> url.contains(authority));
  }
}
