package io.github.talosforge;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.bootstrap.NodePlace;
import io.github.talosforge.bootstrap.NodePlaces;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.proxmox.GuestInterface;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.talos.TalosEndpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds nodes by their VMs: the fixed address, or the one that the guest agent tells. */
final class ProxmoxPlaces implements NodePlaces {
  private final ClusterSpec spec;
  private final ProxmoxClient client;
  private final Supplier<List<NodeStatus>> known;
  private final Supplier<List<NodeStatus>> statuses;
  private final Supplier<List<NodeStatus>> strays;
  private final ClusterLayout layout;

  /**
   * @param known how the nodes were when the session last looked
   * @param statuses how they are now, which costs calls
   * @param strays VMs on hosts that are down which may be a node of the files, or a former one
   */
  ProxmoxPlaces(
      ClusterSpec spec,
      ProxmoxClient client,
      Supplier<List<NodeStatus>> known,
      Supplier<List<NodeStatus>> statuses,
      Supplier<List<NodeStatus>> strays,
      ClusterLayout layout) {
    this.spec = spec;
    this.client = client;
    this.known = known;
    this.statuses = statuses;
    this.strays = strays;
    this.layout = layout;
  }

  @Override
  public List<NodePlace> look() {
    return unlessStopped(() -> places(known.get()));
  }

  @Override
  public List<NodePlace> lookAgain() {
    return unlessStopped(() -> places(statuses.get()));
  }

  private List<NodePlace> places(List<NodeStatus> now) {
    Map<Object, NodeStatus> found =
        now.stream()
            .collect(Collectors.toMap(NodeStatus::node, Function.identity(), (one, two) -> one));
    return spec.nodes().stream()
        .map(node -> place(node, Optional.ofNullable(found.get(node.name()))))
        .toList();
  }

  private NodePlace place(NodeSpec node, Optional<NodeStatus> status) {
    NodeStatus.State state = status.map(NodeStatus::state).orElse(NodeStatus.State.MISSING);
    if (state == NodeStatus.State.UNREACHABLE) {
      return NodePlace.onDeadHost(node.name(), node.role(), obstacle(state, status));
    }
    if (state != NodeStatus.State.RUNNING) {
      return NodePlace.missing(node.name(), node.role(), obstacle(state, status));
    }
    NodeStatus vm = status.orElseThrow();
    NodePlace place =
        address(node, vm)
            .map(address -> NodePlace.at(node.name(), node.role(), TalosEndpoint.of(address)))
            .orElseGet(() -> byAgent(node, vm));
    return vm.uuid().map(place::of).orElse(place);
  }

  @Override
  public List<NodePlace> unlisted() {
    return unlessStopped(
        () ->
            Stream.concat(known.get().stream(), strays.get().stream())
                .filter(vm -> vm.role().isEmpty() && vm.state() != NodeStatus.State.UNFINISHED)
                .map(this::former)
                .toList());
  }

  /**
   * Ends a run before anything is written if the files move a node that it is about, or a control
   * plane: every node's configuration names those.
   */
  void refuseMoves(NodeSelection nodes) {
    Map<NodeName, String> moved = new LinkedHashMap<>();
    for (NodeStatus vm : unlessStopped(known)) {
      if (nodes.selects(vm.node()) || vm.role().equals(Optional.of(NodeRole.CONTROL_PLANE))) {
        move(vm).ifPresent(words -> moved.put(vm.node(), words));
      }
    }
    if (!moved.isEmpty()) {
      throw new TalosFlowException(
          "Nothing was configured: a living node cannot move to another address, because etcd and"
              + " the certificates know it by the old one:",
          moved);
    }
  }

  private Optional<String> move(NodeStatus vm) {
    if (vm.role().isEmpty() || vm.state() == NodeStatus.State.UNFINISHED) {
      return Optional.empty();
    }
    String wanted =
        layout
            .of(vm.node())
            .flatMap(NodeAssignment::address)
            .map(address -> address + "/" + spec.network().nodeCidr().prefixLength())
            .orElse("dhcp");
    return vm.given()
        .filter(address -> !address.equals(wanted))
        .map(
            address ->
                "it lives at %s, but the files say %s.\n".formatted(address, wanted)
                    + "Write the old address again, or add a node with the new address and then"
                    + " remove this one.");
  }

  /** Whoever works with the machines ends in the words of that work. */
  private static <T> List<T> unlessStopped(Supplier<List<T>> look) {
    try {
      return look.get();
    } catch (CancellationException e) {
      TalosFlowException told = new TalosFlowException(String.valueOf(e.getMessage()), Map.of());
      told.addSuppressed(e);
      throw told;
    }
  }

  private NodePlace former(NodeStatus vm) {
    String what =
        "VM "
            + vm.vmId().map(Object::toString).orElse("")
            + vm.host().map(host -> " on " + host).orElse("");
    if (vm.state() == NodeStatus.State.UNREACHABLE) {
      return NodePlace.onDeadHost(
          vm.node(), NodeRole.CONTROL_PLANE, what + " is on a host that is down: bring that back.");
    }
    if (vm.state() != NodeStatus.State.RUNNING) {
      return missing(vm, what + " does not run.");
    }
    try {
      NodePlace place =
          vm.address()
              .map(Ipv4Address::toString)
              .or(() -> agentAddress(vm))
              .map(at -> NodePlace.at(vm.node(), NodeRole.CONTROL_PLANE, TalosEndpoint.of(at)))
              .orElseGet(() -> missing(vm, what + " runs, but its address is not known."));
      return vm.uuid().map(place::of).orElse(place);
    } catch (ProxmoxException e) {
      return missing(vm, what + " runs, but its guest agent tells no address: " + e.problem());
    }
  }

  private static NodePlace missing(NodeStatus vm, String obstacle) {
    return NodePlace.missing(vm.node(), NodeRole.CONTROL_PLANE, obstacle);
  }

  private static String obstacle(NodeStatus.State state, Optional<NodeStatus> status) {
    String vm = status.flatMap(NodeStatus::vmId).map(id -> "VM " + id).orElse("its VM");
    return switch (state) {
      case STOPPED -> vm + " does not run: start it, or apply the plan.";
      case UNFINISHED -> vm + " is not finished: apply the plan again.";
      case UNREACHABLE ->
          "the host of "
              + vm
              + status.flatMap(NodeStatus::host).map(host -> ", " + host + ",").orElse("")
              + " is down: bring that back.";
      default -> "it has no VM yet: apply the plan first.";
    };
  }

  private Optional<String> address(NodeSpec node, NodeStatus vm) {
    return vm.address()
        .or(() -> layout.of(node.name()).flatMap(NodeAssignment::address))
        .map(Ipv4Address::toString);
  }

  private NodePlace byAgent(NodeSpec node, NodeStatus vm) {
    try {
      return agentAddress(vm)
          .map(address -> NodePlace.at(node.name(), node.role(), TalosEndpoint.of(address)))
          .orElseGet(
              () ->
                  NodePlace.missing(
                      node.name(),
                      node.role(),
                      "the guest agent knows no IPv4 address of its first card yet: Talos has no"
                          + " network, or DHCP gives none."));
    } catch (ProxmoxException e) {
      return NodePlace.missing(node.name(), node.role(), agentAdvice(node, vm, e));
    }
  }

  private Optional<String> agentAddress(NodeStatus vm) {
    String mac = vm.mac().map(Object::toString).orElse("");
    return client
        .vm(vm.host().orElseThrow().value(), vm.vmId().orElseThrow().value())
        .agentInterfaces()
        .stream()
        .filter(card -> card.macAddress().filter(mac::equalsIgnoreCase).isPresent())
        .flatMap(card -> card.addresses().stream())
        .filter(address -> address.family().equals("ipv4"))
        .map(GuestInterface.Address::address)
        .findFirst();
  }

  /** Says which of the agent's three parts is missing: the VM's option, the extension, or time. */
  private static String agentAdvice(NodeSpec node, NodeStatus vm, ProxmoxException failure) {
    String start = "it has no fixed address, and the guest agent does not tell one: ";
    if (node.image().schematic().extensions().stream()
        .noneMatch(extension -> extension.endsWith("/qemu-guest-agent"))) {
      return start
          + "the image lacks the extension siderolabs/qemu-guest-agent. Add it to the schematic, or"
          + " give the node an address.";
    }
    String words = failure.serverMessage();
    if (words.contains("No QEMU guest agent configured")) {
      return start
          + "the option 'QEMU Guest Agent' of VM "
          + vm.vmId().map(Object::toString).orElse("")
          + " is off. Set qemu_agent for the node and apply the plan.";
    }
    return start + (words.isEmpty() ? failure.problem() : words) + ". Talos may still be booting.";
  }
}
