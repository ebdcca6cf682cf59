package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.talos.pki.Authority;
import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;

/** Who of the other nodes a node finds, and what it gets from them. */
final class Siblings {
  private final Talos talos;
  private final NodeDisks disks;
  private final NodeNetwork network;

  Siblings(Talos talos, NodeDisks disks, NodeNetwork network) {
    this.talos = talos;
    this.disks = disks;
    this.network = network;
  }

  /** A control plane node of the same cluster whose etcd a new member can join. */
  Optional<Machine> etcdPeer(Machine machine) {
    return of(machine).filter(Machine::isControlPlane).filter(talos::hasQuorum).findFirst();
  }

  /** Nodes with the same secrets that this one finds and sees. */
  private Stream<Machine> of(Machine machine) {
    MachineConfig mine = machine.config().orElseThrow();
    return talos.machines().stream()
        .filter(other -> other != machine && other.hasSecureApi())
        .filter(other -> talos.connected(machine, other))
        .filter(other -> other.config().filter(c -> areRelated(mine, c)).isPresent())
        .filter(other -> finds(mine, other));
  }

  private static boolean areRelated(MachineConfig one, MachineConfig other) {
    return one.machineToken().equals(other.machineToken())
        && one.machineCa().equals(other.machineCa());
  }

  private boolean finds(MachineConfig mine, Machine other) {
    MachineConfig theirs = other.config().orElseThrow();
    boolean discovered =
        mine.discovers() && theirs.discovers() && mine.clusterId().equals(theirs.clusterId());
    return discovered || answersAt(other, mine.endpoint());
  }

  private boolean answersAt(Machine machine, String endpoint) {
    String host = URI.create(endpoint).getHost();
    if (host == null || !machine.isControlPlane()) {
      return false;
    }
    boolean name = !host.matches("[0-9.]+|.*:.*");
    return name
        || network.addresses(machine).contains(host)
        || talos
            .cluster(disks.etcdData(machine).map(NodeDisks.EtcdData::cluster).orElse(null))
            .map(cluster -> cluster.shares(machine, host))
            .orElse(false);
  }

  /** Whether a control plane node can hand out a certificate. */
  boolean haveTrustd(Machine worker) {
    return of(worker).anyMatch(Machine::isControlPlane);
  }

  /** The formed cluster that a kubelet can join. */
  Optional<BootstrappedCluster> joinable(Machine machine) {
    Stream<Machine> controlPlanes =
        machine.isControlPlane()
            ? Stream.of(machine)
            : of(machine).filter(Machine::isControlPlane).filter(m -> m.kubernetes() != null);
    return controlPlanes
        .filter(talos::hasQuorum)
        .flatMap(m -> disks.etcdData(m).stream())
        .flatMap(data -> talos.cluster(data.cluster()).stream())
        .findFirst();
  }

  /** A control plane node has the key of the CA; a worker asks one that has. */
  Authority authority(Machine machine) {
    MachineConfig holder =
        machine.isControlPlane()
            ? machine.config().orElseThrow()
            : of(machine)
                .filter(Machine::isControlPlane)
                .findFirst()
                .flatMap(Machine::config)
                .orElseThrow();
    return Authority.read(holder.machineCa(), holder.machineCaKey());
  }
}
