package io.github.talosforge.journal;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.NodeStatus.DataVm;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmSpec;
import io.github.talosforge.model.VolumeSpec;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.report.Machine;
import io.github.talosforge.report.Machine.Disk;
import io.github.talosforge.report.Machine.Role;
import io.github.talosforge.report.Machine.State;
import io.github.talosforge.report.Picture;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The machines of a cluster as far as the files, the plan and the last look tell. */
final class Machines {
  private static final String ANYWHERE = "placed by the plan";

  private final ClusterSpec spec;
  private final Map<NodeName, NodeStatus> seen;
  private final Map<NodeName, NodeVm> planned;
  private final Collection<Outcome> outcomes;

  Machines(
      ClusterSpec spec,
      Map<NodeName, NodeStatus> seen,
      Map<NodeName, NodeVm> planned,
      Collection<Outcome> outcomes) {
    this.spec = spec;
    this.seen = seen;
    this.planned = planned;
    this.outcomes = outcomes;
  }

  Picture picture() {
    Map<String, List<Machine>> hosts = new TreeMap<>();
    spec.proxmox().hosts().forEach(host -> hosts.put(host.value(), new ArrayList<>()));
    for (NodeSpec node : spec.nodes()) {
      on(hosts, host(node)).add(machine(node));
      if (node.volumes().dataVm()) {
        on(hosts, dataVm(node).map(DataVm::host).or(() -> host(node))).add(data(node));
      }
    }
    seen.values().stream()
        .filter(status -> status.role().isEmpty())
        .forEach(status -> on(hosts, status.host()).add(unlisted(status)));
    return new Picture(
        new Picture.Network(
            spec.network().nodeCidr().toString(),
            spec.network().gateway().map(Object::toString),
            spec.network().vip().map(Object::toString)),
        hosts.entrySet().stream()
            .map(host -> new Picture.Host(host.getKey(), host.getValue()))
            .toList());
  }

  private static List<Machine> on(Map<String, List<Machine>> hosts, Optional<HostName> host) {
    return hosts.computeIfAbsent(
        host.map(HostName::value).orElse(ANYWHERE), unused -> new ArrayList<>());
  }

  private Optional<HostName> host(NodeSpec node) {
    return status(node)
        .flatMap(NodeStatus::host)
        .or(() -> vm(node).map(NodeVm::host))
        .or(node::host);
  }

  private Optional<NodeStatus> status(NodeSpec node) {
    return Optional.ofNullable(seen.get(node.name()));
  }

  private Optional<NodeVm> vm(NodeSpec node) {
    return Optional.ofNullable(planned.get(node.name()));
  }

  private Machine machine(NodeSpec node) {
    Optional<NodeStatus> status = status(node);
    return new Machine(
        node.name().value(),
        node.role() == NodeRole.CONTROL_PLANE ? Role.CONTROL_PLANE : Role.WORKER,
        state(node.name(), status),
        status
            .flatMap(NodeStatus::vmId)
            .or(() -> vm(node).map(NodeVm::vmId))
            .or(node::vmId)
            .map(Object::toString),
        status
            .flatMap(NodeStatus::address)
            .or(() -> vm(node).flatMap(NodeVm::address))
            .map(Object::toString),
        hardware(node.vm()),
        link(node.vm().nic()),
        disks(node.vm()));
  }

  private Optional<DataVm> dataVm(NodeSpec node) {
    return status(node).flatMap(NodeStatus::dataVm);
  }

  private Machine data(NodeSpec node) {
    return new Machine(
        NodePart.DATA.vmName(node.name()),
        Role.DATA,
        dataVm(node).map(vm -> state(vm.state())).orElseGet(() -> unseen(status(node))),
        dataVm(node).map(vm -> vm.vmId().toString()),
        Optional.empty(),
        "never runs",
        "",
        kept(node));
  }

  private static List<Disk> kept(NodeSpec node) {
    String storage = node.vm().systemDisk().storage().toString();
    List<Disk> disks = new ArrayList<>();
    node.volumes()
        .ephemeralSize()
        .ifPresent(size -> disks.add(new Disk("EPHEMERAL", size.toString(), storage)));
    for (VolumeSpec volume : node.volumes().volumes()) {
      String place = volume.storage().map(Object::toString).orElse(storage);
      volume.size().ifPresent(size -> disks.add(new Disk(volume.name(), size.toString(), place)));
    }
    return disks;
  }

  private static Machine unlisted(NodeStatus status) {
    return new Machine(
        status.node().value(),
        Role.UNLISTED,
        state(status.state()),
        status.vmId().map(Object::toString),
        status.address().map(Object::toString),
        "",
        "",
        List.of());
  }

  private State state(NodeName node, Optional<NodeStatus> status) {
    if (ended(node, Outcome.Ending.FAILED)) {
      return State.UNFINISHED;
    }
    boolean destroyed =
        outcomes.stream()
            .filter(outcome -> outcome.ending() == Outcome.Ending.DONE)
            .anyMatch(outcome -> isAbout(node, outcome) && outcome.change() instanceof DestroyVm);
    return destroyed
        ? State.DESTROYED
        : status.map(seen -> state(seen.state())).orElseGet(() -> unseen(status));
  }

  /** A cluster without a uid has no VMs; of any other nothing is known before somebody looks. */
  private State unseen(Optional<NodeStatus> looked) {
    return looked.isPresent() || spec.uid().isEmpty() ? State.PLANNED : State.UNKNOWN;
  }

  private boolean ended(NodeName node, Outcome.Ending ending) {
    return outcomes.stream()
        .anyMatch(outcome -> outcome.ending() == ending && isAbout(node, outcome));
  }

  private static boolean isAbout(NodeName node, Outcome outcome) {
    return outcome.change() instanceof VmChange change
        && change.vm().identity().part() == NodePart.SYSTEM
        && change.vm().node().equals(node);
  }

  private static State state(NodeStatus.State state) {
    return switch (state) {
      case RUNNING -> State.RUNNING;
      case STOPPED -> State.STOPPED;
      case UNFINISHED -> State.UNFINISHED;
      case UNREACHABLE -> State.UNREACHABLE;
      case MISSING -> State.PLANNED;
    };
  }

  private static String hardware(VmSpec vm) {
    int cores = vm.cpu().totalCores();
    String gpu = vm.gpu().map(unused -> " · GPU").orElse("");
    return cores + (cores == 1 ? " core · " : " cores · ") + vm.memory() + gpu;
  }

  private static String link(NicSpec nic) {
    return nic.bridge() + nic.vlan().map(tag -> "." + tag).orElse("");
  }

  private static List<Disk> disks(VmSpec vm) {
    List<Disk> disks = new ArrayList<>();
    disks.add(disk("system", vm.systemDisk()));
    for (DiskSpec extra : vm.extraDisks()) {
      disks.add(disk("disk " + disks.size(), extra));
    }
    return disks;
  }

  private static Disk disk(String use, DiskSpec disk) {
    return new Disk(use, disk.size().toString(), disk.storage().toString());
  }
}
