package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.config.ConfigDifference;
import io.github.talosforge.simulator.talos.config.ConfigRefused;
import io.github.talosforge.simulator.talos.config.ConfigValidation;
import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfiguration;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfigurationRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfigurationRequest.Mode;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfigurationResponse;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Takes machine configs, in maintenance mode and later. */
final class ConfigCalls {
  private static final Duration TRY = Duration.ofMinutes(1);

  private final Talos talos;

  ConfigCalls(Talos talos) {
    this.talos = talos;
  }

  ApplyConfigurationResponse apply(CallScope scope, ApplyConfigurationRequest request) {
    Machine machine = scope.machine();
    boolean maintenance = !machine.hasSecureApi();
    boolean old = maintenance && !machine.image().version().hasOrdinaryMaintenance();
    if (old) {
      demandOldMode(request.getMode());
    }
    if (!maintenance && !scope.isAdmin()) {
      throw failed(Status.PERMISSION_DENIED, "not authorized");
    }
    MachineConfig config = decode(machine, request, old);
    List<String> warnings = validate(machine, config, maintenance, old);
    ApplyConfiguration.Builder answer =
        maintenance
            ? inMaintenance(machine, config, request, old)
            : whileRunning(machine, config, request);
    return ApplyConfigurationResponse.newBuilder()
        .addMessages(answer.addAllWarnings(warnings))
        .build();
  }

  private static void demandOldMode(Mode mode) {
    if (mode != Mode.REBOOT && mode != Mode.AUTO && mode != Mode.TRY) {
      throw failed(
          Status.UNIMPLEMENTED,
          "apply configuration --mode='"
              + mode.name().toLowerCase(Locale.ROOT).replace('_', '-')
              + "' is not supported in maintenance mode");
    }
  }

  private static MachineConfig decode(
      Machine machine, ApplyConfigurationRequest request, boolean old) {
    try {
      return MachineConfig.decode(
          request.getData().toStringUtf8(), machine.image().version().minor());
    } catch (ConfigRefused e) {
      throw old
          ? failed(Status.UNKNOWN, "failed to parse config: " + e.getMessage())
          : failed(Status.INVALID_ARGUMENT, e.getMessage());
    }
  }

  private List<String> validate(
      Machine machine, MachineConfig config, boolean maintenance, boolean old) {
    if (!maintenance && !config.isComplete()) {
      throw failed(
          Status.INVALID_ARGUMENT,
          "the applied machine configuration doesn't contain v1alpha1 config, did you mean to"
              + " patch the machine config instead?");
    }
    boolean metal = machine.image().mode().equals("metal");
    boolean installed = !machine.image().iso() || talos.disks().system(machine).isPresent();
    try {
      return ConfigValidation.check(
          config, machine.image().version().minor(), metal && (old || !installed));
    } catch (ConfigRefused e) {
      throw failed(
          Status.INVALID_ARGUMENT,
          (old ? "configuration validation failed: " : "") + e.getMessage());
    }
  }

  private ApplyConfiguration.Builder inMaintenance(
      Machine machine, MachineConfig config, ApplyConfigurationRequest request, boolean old) {
    ApplyConfiguration.Builder answer = ApplyConfiguration.newBuilder();
    if (request.getDryRun()) {
      return answer.setModeDetails(
          "Dry run summary:\nNode is running in maintenance mode and does not have a config yet.");
    }
    demandRoom(machine);
    talos.sequences().configure(machine, config);
    return old
        ? answer
        : answer.setMode(Mode.NO_REBOOT).setModeDetails("Applied configuration without a reboot");
  }

  private void demandRoom(Machine machine) {
    if (talos.world().troubles().has(machine.vmid(), Trouble.DISK_FULL)) {
      throw failed(Status.UNKNOWN, "open /system/state/config.yaml.tmp: no space left on device");
    }
  }

  private ApplyConfiguration.Builder whileRunning(
      Machine machine, MachineConfig config, ApplyConfigurationRequest request) {
    MachineConfig current = machine.config().orElse(config);
    Optional<String> obstacle = ConfigDifference.needsReboot(current, config);
    Mode mode = request.getMode();
    String details = "";
    switch (mode) {
      case TRY, NO_REBOOT -> {
        obstacle.ifPresent(
            text -> {
              throw failed(Status.INVALID_ARGUMENT, text);
            });
        details = "Applied configuration without a reboot";
      }
      case STAGED -> details = "Staged configuration to be applied after the next reboot";
      case AUTO -> {
        mode = obstacle.isPresent() ? Mode.REBOOT : Mode.NO_REBOOT;
        details =
            obstacle
                .map(text -> "Applied configuration with a reboot: " + text)
                .orElse("Applied configuration without a reboot");
      }
      default -> details = "Applied configuration with a reboot";
    }
    ApplyConfiguration.Builder answer = ApplyConfiguration.newBuilder().setMode(mode);
    if (request.getDryRun()) {
      return answer.setModeDetails(
          "Dry run summary:\n"
              + details.replaceFirst(":.*", "")
              + " (skipped in dry-run).\nConfig diff:\n\n"
              + ConfigDifference.text(current, config));
    }
    demandRoom(machine);
    return answer.setModeDetails(details + effect(machine, config, mode, request));
  }

  private String effect(
      Machine machine, MachineConfig config, Mode mode, ApplyConfigurationRequest request) {
    switch (mode) {
      case TRY -> {
        Duration time =
            request.hasTryModeTimeout()
                ? Duration.ofSeconds(request.getTryModeTimeout().getSeconds())
                : TRY;
        talos.sequences().replace(machine, config);
        talos.sequences().revertAfter(machine, time, config);
        return "\nThe config is applied in 'try' mode and will be automatically reverted back in "
            + time.toMinutes()
            + "m"
            + time.toSecondsPart()
            + "s";
      }
      case NO_REBOOT -> {
        talos.sequences().save(machine, config);
        talos.sequences().replace(machine, config);
      }
      case STAGED -> talos.sequences().save(machine, config);
      default -> {
        talos.sequences().save(machine, config);
        talos.sequences().reboot(machine, "");
      }
    }
    return "";
  }
}
