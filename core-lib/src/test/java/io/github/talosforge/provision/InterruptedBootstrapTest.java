package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.NodePlace;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlow;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.machineconfig.GeneratedConfig;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run that dies after any call is finished by the next one, and there is never a second etcd. */
@Tag("exhaustive")
class InterruptedBootstrapTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();

  /** The run died. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void runThatDiesAfterAnyCallIsFinishedByTheNext() {
    int calls = 0;
    for (int last = 1; ; last += EveryCase.some(1, 3)) {
      try (TalosWorld world = new TalosWorld("1.12.4", 2, 0).provisioned()) {
        boolean died = runUntil(world, last);
        if (!died) {
          break;
        }
        calls = last;
        BootstrapResult result = world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));

        assertThat(result.health().healthy()).as("died after call %d", last).isTrue();
        assertThat(world.simulator.talos().clusters()).as("after call %d", last).hasSize(1);
        assertThat(
                world
                    .talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT))
                    .counters()
                    .changing())
            .as("changes of a third run after call %d", last)
            .isZero();
      }
    }
    assertThat(calls).as("calls of a whole run").isGreaterThan(10);
  }

  /** Brings the cluster up with a client that dies after some calls; tells whether it did. */
  private static boolean runUntil(TalosWorld world, int last) {
    List<NodePlace> places =
        world.talos(talos -> talos.status().stream().map(SeenNode::place).toList());
    Map<NodeName, MachineConfig> configs =
        world.talos(talos -> talos.generateMachineConfigs().configs());
    AtomicInteger left = new AtomicInteger(last);
    try (TalosClient client = world.client()) {
      TalosFlow flow =
          new TalosFlow(
              mortal(TalosClient.class, client, left),
              () -> places,
              OPTIONS,
              TalosLog.SILENT,
              HurriedSessions.pacing());
      BootstrapResult unused =
          flow.bootstrap(
              (node, runs) ->
                  new GeneratedConfig(
                      Optional.ofNullable(configs.get(node)), FindingReport.empty(), List.of()),
              nodes -> new HealthReport(List.of()));
      return false;
    } catch (Killed e) {
      return true;
    }
  }

  private static <T> T mortal(Class<T> type, T real, AtomicInteger left) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(real, method, arguments, left)));
  }

  private static Object call(Object real, Method method, Object[] arguments, AtomicInteger left)
      throws Throwable {
    boolean local =
        method.getName().equals("close")
            || method.getName().equals("counters")
            || method.getName().equals("endpoint");
    try {
      if (left.get() <= 0 && !local) {
        throw new Killed();
      }
      Object answer = method.invoke(real, arguments);
      if (answer instanceof TalosNode node) {
        return mortal(TalosNode.class, node, left);
      }
      if (!local) {
        left.decrementAndGet();
      }
      return answer;
    } catch (InvocationTargetException e) {
      if (!local) {
        left.decrementAndGet();
      }
      throw e.getCause();
    }
  }
}
