package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What runs inside of a VM right now. */
final class GuestState {
  private final Cluster cluster;

  GuestState(Cluster cluster) {
    this.cluster = cluster;
  }

  GuestModel.Guest guest(Vm vm) {
    return cluster.guests().boots(bootIdentity(vm));
  }

  @Nullable String bootIdentity(Vm vm) {
    Volume volume = bootVolume(vm);
    return volume == null ? null : volume.identity();
  }

  /** The first device of the boot order that holds anything. */
  @Nullable Volume bootVolume(Vm vm) {
    String boot = vm.config().getOrDefault("boot", "");
    for (String key : ConfigKeys.bootOrder(boot)) {
      String value = vm.config().get(key);
      if (value != null && Drive.isKey(key)) {
        Volume volume = cluster.storages().find(Drive.parse(key, value).file(), vm.host());
        if (volume != null && volume.identity() != null) {
          return volume;
        }
      }
    }
    return null;
  }

  boolean hasBooted(Vm vm) {
    Vm.QemuProcess process = vm.process();
    if (process == null) {
      return false;
    }
    Optional<GuestModel.Report> report = cluster.guests().report(vm.id());
    if (report.isPresent()) {
      return report.get().up();
    }
    Duration boot = cluster.world().scaled(guest(vm).boot());
    Instant up = Instant.ofEpochMilli(process.started()).plus(boot);
    return !cluster.world().now().isBefore(up);
  }

  static boolean agentEnabled(Vm vm) {
    String agent = vm.config().get("agent");
    String enabled =
        agent == null ? "0" : PropertyString.parse("agent", agent, "enabled").get("enabled");
    return "1".equals(enabled);
  }

  /** Whether the agent answers a ping. */
  boolean agentAnswers(Vm vm) {
    return agentEnabled(vm) && hasBooted(vm) && hasAgent(vm) && !isPaused(vm);
  }

  private boolean hasAgent(Vm vm) {
    return cluster
        .guests()
        .report(vm.id())
        .map(GuestModel.Report::agent)
        .orElseGet(() -> guest(vm).agent());
  }

  /** Whether a request to shut down reaches anyone. */
  boolean obeysShutdown(Vm vm) {
    return agentAnswers(vm) || (hasBooted(vm) && guest(vm).powerButton());
  }

  static boolean isPaused(Vm vm) {
    Vm.QemuProcess process = vm.process();
    return process != null && process.status().equals("paused");
  }
}
