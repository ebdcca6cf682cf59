package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.VmDeletion;
import io.github.talosforge.simulator.inspect.VmState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two of three control planes are lost: no waiting helps, and the third has the only data. */
class LostQuorumTest {
  /** Long enough for the machine that is left to be heard. */
  private static final TalosOptions OPTIONS =
      TalosOptions.defaults().withPatience(Duration.ofMinutes(2));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bootstrapSaysWhichMembersAreGoneAndWhatIsLeft(boolean madeAnew) {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 0).provisioned()) {
      assertThat(
              world
                  .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                  .health()
                  .healthy())
          .isTrue();
      lose(world, "cp-2", madeAnew);
      lose(world, "cp-3", madeAnew);
      if (madeAnew) {
        world.provisioned();
      }

      TalosFlowException told =
          world.talos(
              talos ->
                  catchThrowableOfType(
                      TalosFlowException.class, () -> talos.bootstrap(OPTIONS, TalosLog.SILENT)));

      assertThat(told.getMessage())
          .startsWith(
              "etcd has lost its quorum: of its members only cp-1 can be heard, and gone are cp-2,"
                  + " cp-3.")
          .contains("neither reset nor destroy cp-1")
          .doesNotContain("console");
      assertThat(told.lastSeen().keySet())
          .containsAll(List.of(NodeName.of("cp-2"), NodeName.of("cp-3")));
    }
  }

  private static void lose(TalosWorld world, String node, boolean forEver) {
    VmState vm = world.simulator.inspect().vm(world.vm(node)).orElseThrow();
    try (ProxmoxClient root = world.cluster.root()) {
      TaskResult off = root.vm(vm.host(), vm.id()).stop(() -> {}).await(Duration.ofMinutes(1));
      assertThat(off.hasWarnings()).isFalse();
      if (forEver) {
        TaskResult unused =
            root.vm(vm.host(), vm.id())
                .delete(VmDeletion.complete(), () -> {})
                .await(Duration.ofMinutes(1));
      }
    }
  }
}
