package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.Deadline;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the nodes that go among the members of etcd, and takes them out. */
final class MemberRemoval {
  private final TalosClient client;
  private final TalosOptions options;
  private final TalosLog log;
  private final Pacing pacing;
  private final EtcdMembership membership;

  /** The control planes that stay. */
  private final List<SeenNode> staying;

  MemberRemoval(
      TalosClient client,
      TalosOptions options,
      TalosLog log,
      Pacing pacing,
      List<SeenNode> staying) {
    this.client = client;
    this.options = options;
    this.log = log;
    this.pacing = pacing;
    this.membership = new EtcdMembership(client);
    this.staying = staying;
  }

  /**
   * A node that goes.
   *
   * @param name its name
   * @param endpoint where its machine is reached, if that is known
   */
  record Going(NodeName name, Optional<TalosEndpoint> endpoint) {
    static Going of(SeenNode node) {
      return new Going(node.name(), node.place().endpoint());
    }
  }

  /**
   * Who of the nodes that go is which member.
   *
   * @param members the nodes that are members
   * @param strangers the members that no node is
   */
  record Found(Map<Going, EtcdMember> members, List<EtcdMember> strangers) {}

  /** Finds the nodes among the members that nobody who stays is. */
  Found find(List<Going> going) {
    List<EtcdMember> free = new ArrayList<>(members());
    staying.forEach(
        node -> free.removeAll(membership.find(node.name(), node.place().endpoint(), free)));
    Map<Going, EtcdMember> members = new LinkedHashMap<>();
    for (Going node : going) {
      List<EtcdMember> found = membership.find(node.name(), node.endpoint(), free);
      if (found.size() == 1) {
        members.put(node, found.get(0));
        free.removeAll(found);
      }
    }
    return new Found(members, List.copyOf(free));
  }

  /**
   * Ends the run if a node that is not among the members can be one all the same.
   *
   * @throws TalosFlowException if nobody can tell
   */
  void refuseUnknown(List<Going> going, Found found) {
    if (found.strangers().isEmpty()) {
      return;
    }
    going.stream()
        .filter(node -> !found.members().containsKey(node))
        .filter(this::canBeMember)
        .findFirst()
        .ifPresent(node -> refuse(node, found.strangers()));
  }

  private boolean canBeMember(Going node) {
    if (node.endpoint().isEmpty()) {
      return true;
    }
    TalosEndpoint endpoint = node.endpoint().get();
    return switch (client.look(endpoint).kind()) {
      case MAINTENANCE -> false;
      case CONFIGURED -> hasEtcd(endpoint);
      case STARTING, UNREACHABLE, NOT_TALOS, OTHER_AUTHORITY -> true;
    };
  }

  private boolean hasEtcd(TalosEndpoint endpoint) {
    try (TalosNode machine = client.node(endpoint)) {
      return machine.services().stream().anyMatch(service -> service.id().equals("etcd"));
    } catch (TalosException e) {
      return true;
    }
  }

  private void refuse(Going node, List<EtcdMember> strangers) {
    NodeName teller = teller().name();
    Map<NodeName, String> left = new LinkedHashMap<>();
    for (EtcdMember member : strangers) {
      String words =
          "knows %s at %s: talosctl --nodes %s etcd remove-member %016x"
              .formatted(
                  member.hostname().isEmpty() ? "a member without a name" : member.hostname(),
                  String.join(", ", member.peerUrls()),
                  teller,
                  member.id());
      left.merge(teller, words, "%s; %s"::formatted);
    }
    throw new TalosFlowException(
        "Nobody can tell whether %s is a member of etcd, so nothing was destroyed. Start its VM so"
                .formatted(node.name())
            + " that it can say. Or, if it is the member that is named here, or that one is gone,"
            + " take the member out of etcd and run again:",
        left);
  }

  /** Takes a member out, and waits until the others have forgotten it. */
  void leave(Going node, EtcdMember member) {
    log.does(node.name(), "leaves etcd");
    if (!leavesByItself(node, member)) {
      remove(node.name(), member);
    }
    Deadline deadline = new Deadline(pacing, options);
    while (members().stream().anyMatch(known -> known.id() == member.id())) {
      if (deadline.isOver()) {
        throw new TalosFlowException(
            "A control plane did not leave etcd, so its VM was not destroyed. Run again:",
            Map.of(node.name(), "the other members still know it"));
      }
      deadline.pause();
    }
  }

  /** Another machine can have the address by now; only the member itself is told to leave. */
  private boolean leavesByItself(Going node, EtcdMember member) {
    Optional<TalosEndpoint> endpoint = node.endpoint();
    if (endpoint.filter(this::isOurs).isEmpty()) {
      return false;
    }
    try (TalosNode machine = client.node(endpoint.get())) {
      if (machine.etcdStatus().memberId() != member.id()) {
        return false;
      }
      machine.leaveEtcd();
      return true;
    } catch (TalosException e) {
      log.sees(node.name(), String.valueOf(e.getMessage()));
      return false;
    }
  }

  private boolean isOurs(TalosEndpoint endpoint) {
    return client.look(endpoint).kind() == Sighting.Kind.CONFIGURED;
  }

  /** Takes out what has the name of a node without a VM, unless a machine answers there. */
  void removeDead(Set<NodeName> missing) {
    List<Going> nodes = missing.stream().map(node -> new Going(node, Optional.empty())).toList();
    find(nodes)
        .members()
        .forEach(
            (node, member) -> {
              if (isSilent(member)) {
                log.does(node.name(), "is taken out of etcd");
                remove(node.name(), member);
              } else {
                log.warns(
                    node.name(), "It has no VM, but a machine answers at its address in etcd.");
              }
            });
  }

  private boolean isSilent(EtcdMember member) {
    return member.peerUrls().stream()
        .map(url -> TalosEndpoint.of(URI.create(url).getHost()))
        .allMatch(at -> client.look(at).kind() == Sighting.Kind.UNREACHABLE);
  }

  /** Lets a control plane that stays take a member out. */
  void remove(NodeName node, EtcdMember member) {
    try (TalosNode machine = client.node(teller().place().endpoint().orElseThrow())) {
      machine.removeEtcdMember(member.id());
    } catch (TalosException e) {
      if (e.kind() != TalosException.Kind.NOT_FOUND) {
        throw new TalosFlowException(
            "A control plane could not be taken out of etcd; take it out with talosctl --nodes %s"
                    .formatted(teller().name())
                + " etcd remove-member %016x:".formatted(member.id()),
            Map.of(node, String.valueOf(e.getMessage())));
      }
    }
  }

  private List<EtcdMember> members() {
    SeenNode teller = teller();
    try (TalosNode machine = client.node(teller.place().endpoint().orElseThrow())) {
      return machine.etcdMembers();
    } catch (TalosException e) {
      throw new TalosFlowException(
          "Nobody tells the members of etcd. Run again when the control planes that stay are well:",
          Map.of(teller.name(), String.valueOf(e.getMessage())));
    }
  }

  private SeenNode teller() {
    return staying.stream()
        .filter(node -> node.sighting().kind() == Sighting.Kind.CONFIGURED)
        .findFirst()
        .orElseThrow(
            () -> {
              Map<NodeName, String> seen = new LinkedHashMap<>();
              staying.forEach(node -> seen.put(node.name(), node.words()));
              return new TalosFlowException(
                  "None of the control planes that stay answers. Run where they can be reached:",
                  seen);
            });
  }
}
