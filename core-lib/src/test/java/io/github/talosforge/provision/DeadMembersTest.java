package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.CheckResult;
import io.github.talosforge.health.HealthCheck;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A member of etcd that no machine is counts for the quorum, whatever its name and address. */
class DeadMembersTest {
  private static final long DEAD = 0xdeadL;

  @ParameterizedTest
  @CsvSource({
    "cp-1, 192.168.22.99, is dead",
    "cp-1, OWN, is dead",
    "other, OWN, is dead",
    "other, 192.168.22.99, is no control plane"
  })
  void healthSaysWhichMemberNobodyIs(String name, String address, String words) {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 0).provisioned()) {
      assertThat(
              world
                  .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                  .health()
                  .healthy())
          .isTrue();
      String own = world.simulator.talos().addresses(world.vm("cp-1")).get(0);
      add(world, new EtcdCluster.Member(DEAD, name, address.replace("OWN", own), false));

      HealthReport health = world.talos(talos -> talos.health());

      assertThat(health.healthy()).isFalse();
      CheckResult members =
          health.results().stream()
              .filter(result -> result.check() == HealthCheck.ETCD_MEMBERS)
              .findFirst()
              .orElseThrow();
      assertThat(members.message())
          .contains("member " + name + " (000000000000dead) " + words)
          .contains("talosctl --nodes cp-1 etcd remove-member 000000000000dead");
    }
  }

  /** Three of four members are well, so that etcd has its quorum and hides the fourth. */
  @ParameterizedTest
  @CsvSource({"cp-1, 192.168.22.99", "cp-1, OWN", "cp-3, 192.168.22.99", "other, 192.168.22.99"})
  void noControlPlaneIsRestartedBesideADeadMember(String name, String address) {
    try (TalosWorld world = Restarts.world(3, 0)) {
      Restarts.moreMemory(world, 3, 0);
      String own = world.simulator.talos().addresses(world.vm("cp-1")).get(0);
      add(world, new EtcdCluster.Member(DEAD, name, address.replace("OWN", own), false));
      List<String> heard = Restarts.heard();

      ApplyResult result = Restarts.restart(world, Restarts.IMPATIENT, heard);

      assertThat(Restarts.saying(heard, "takes no new pods")).isEmpty();
      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed ->
                  assertThat(failed.reason().orElseThrow())
                      .contains("cp-3 is not stopped", "no control plane: " + name)
                      .contains("etcd remove-member 000000000000dead"));
    }
  }

  @Test
  void healthSaysWhichMemberIsReachedWhereItsMachineIsNot() {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 0).provisioned()) {
      assertThat(
              world
                  .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                  .health()
                  .healthy())
          .isTrue();
      EtcdCluster.Member moved = moveAway(world, "cp-2", "192.168.22.99");

      CheckResult members =
          world.talos(talos -> talos.health()).results().stream()
              .filter(result -> result.check() == HealthCheck.ETCD_MEMBERS)
              .findFirst()
              .orElseThrow();

      assertThat(members.message())
          .contains(
              "member cp-2 (%016x) is known at 192.168.22.99, which is no address of cp-2"
                  .formatted(moved.id()))
          .doesNotContain("remove-member");
    }
  }

  private static EtcdCluster.Member moveAway(TalosWorld world, String node, String address) {
    int vm = world.vm(node);
    return world
        .simulator
        .world()
        .locked(
            () -> {
              Machine machine = world.simulator.talos().machine(vm).orElseThrow();
              EtcdCluster etcd = world.simulator.talos().etcdOf(machine).orElseThrow();
              EtcdCluster.Member now =
                  etcd.members().stream()
                      .filter(member -> member.name().equals(node))
                      .findFirst()
                      .orElseThrow();
              assertThat(etcd.remove(now.id())).isTrue();
              EtcdCluster.Member moved =
                  new EtcdCluster.Member(now.id(), now.name(), address, now.learner());
              etcd.add(moved);
              return moved;
            });
  }

  static void add(TalosWorld world, EtcdCluster.Member member) {
    int vm = world.vm("cp-1");
    world
        .simulator
        .world()
        .locked(
            () -> {
              Machine machine = world.simulator.talos().machine(vm).orElseThrow();
              world.simulator.talos().etcdOf(machine).orElseThrow().add(member);
              return member;
            });
  }
}
