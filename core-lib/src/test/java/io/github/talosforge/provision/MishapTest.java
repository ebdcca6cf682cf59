package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Fault.NodeTrouble;
import io.github.talosforge.simulator.fault.Fault.Side;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The matrix lets everything go wrong that can go wrong in the simulator. */
class MishapTest {
  private static final CrashPoint SOMEWHERE =
      new CrashPoint("PUT", "/nodes/{node}/qemu/{vmid}/config", 3000, "", 1);

  /** Newer than the matrix: {@code UnwellTest} and {@code EtcdBackupTest} try them one by one. */
  private static final Set<String> NOT_IN_THE_MATRIX =
      Set.of("never-ready", "etcd-lags", "etcd-claims-lead", "etcd-corrupt", "snapshot-breaks");

  private static Stream<Fault> faults(CrashPoint point) {
    return Stream.of(Mishap.values())
        .flatMap(mishap -> Stream.of(Side.values()).map(side -> mishap.at(point, side, Map.of())));
  }

  private static Fault itself(Fault fault) {
    return fault instanceof Fault.Next next ? next.fault() : fault;
  }

  @Test
  void everyFaultOfTheSimulatorIsAMishap() {
    assertThat(faults(SOMEWHERE).map(Object::getClass).distinct())
        .containsExactlyInAnyOrder(Fault.class.getPermittedSubclasses());
  }

  @Test
  void everyTroubleOfANodeIsAMishapOrNamedHere() {
    assertThat(
            Stream.concat(
                troubles(SOMEWHERE).map(NodeTrouble::trouble).distinct(),
                NOT_IN_THE_MATRIX.stream()))
        .containsExactlyInAnyOrderElementsOf(Fault.NODE_TROUBLES);
  }

  private static Stream<NodeTrouble> troubles(CrashPoint point) {
    return faults(point)
        .map(MishapTest::itself)
        .filter(NodeTrouble.class::isInstance)
        .map(NodeTrouble.class::cast);
  }

  @Test
  void whatHappensToADataVmTroublesItsNode() {
    CrashPoint volume =
        new CrashPoint("POST", "/nodes/{node}/storage/{storage}/content", 30000, "", 1);

    assertThat(troubles(volume).map(NodeTrouble::vmid)).containsOnly(3000);
    assertThat(faults(volume).map(MishapTest::itself))
        .contains(new Fault.Denied("*", "/storage", "Datastore.AllocateSpace"))
        .contains(new Fault.StorageFull("local-zfs"));
  }
}
