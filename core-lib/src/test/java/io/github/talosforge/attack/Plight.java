package io.github.talosforge.attack;

import static io.github.talosforge.attack.AttackedCluster.CONTROL_PLANE;

import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import java.util.function.Consumer;

/**
 * What befalls a cluster whose nodes run. Another one takes a line here and one in {@code
 * plights.csv}, which says by which {@link Asking} it is told.
 */
enum Plight {
  DEAD_MEMBER(
      a -> member(a, 0xdeadL, "cp-1", a.cluster.simulator.talos().addresses(CONTROL_PLANE).get(0)),
      "etcd has no leader"),
  QUORUM_LOST(
      a -> {
        member(a, 0xdead2L, "cp-2", "192.168.22.98");
        member(a, 0xdead3L, "cp-3", "192.168.22.99");
      },
      "etcd has no leader"),
  ADDRESSES_SWAPPED(
      AttackedCluster::swapAddresses, "another machine uses the address, and it gets nothing"),
  STRANGE_NODES(a -> strange(a, "/api/v1/nodes"), "was answered with a Status instead of a "),
  STRANGE_PODS(a -> strange(a, "/api/v1/pods"), "was answered with a Status instead of a ");

  /** What whoever sees it says. */
  final String words;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Consumer<AttackedCluster> blow;

  Plight(Consumer<AttackedCluster> blow, String words) {
    this.blow = blow;
    this.words = words;
  }

  AttackedCluster befallen() {
    AttackedCluster attacked = AttackedCluster.living();
    blow.accept(attacked);
    return attacked;
  }

  private static void strange(AttackedCluster attacked, String list) {
    attacked
        .cluster
        .simulator
        .faults()
        .add(FaultRule.on(CallPattern.of("GET", list)).failsBefore(200, "all is well"));
  }

  /** Adds a member of etcd that no machine is. */
  private static void member(AttackedCluster attacked, long id, String name, String address) {
    attacked
        .cluster
        .simulator
        .world()
        .locked(
            () -> {
              Machine machine =
                  attacked.cluster.simulator.talos().machine(CONTROL_PLANE).orElseThrow();
              attacked
                  .cluster
                  .simulator
                  .talos()
                  .etcdOf(machine)
                  .orElseThrow()
                  .add(new EtcdCluster.Member(id, name, address, false));
              return machine;
            });
  }
}
