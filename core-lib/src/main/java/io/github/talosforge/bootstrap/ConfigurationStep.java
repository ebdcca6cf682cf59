package io.github.talosforge.bootstrap;

import io.github.talosforge.bootstrap.NodeOutcome.Ending;
import io.github.talosforge.machineconfig.GeneratedConfig;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.machineconfig.diff.ConfigDiff;
import io.github.talosforge.machineconfig.diff.FieldDifference;
import io.github.talosforge.talos.ApplyMode;
import io.github.talosforge.talos.ConfigurationResult;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.versions.VersionWords;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gives one configured node another configuration, in the mildest way that does it. */
final class ConfigurationStep {
  /** How Talos ends the summary of a dry run that would do nothing. */
  private static final String NO_CHANGES = "No changes.";

  private final TalosClient client;
  private final TalosLog log;
  private final TalosOptions options;

  ConfigurationStep(TalosClient client, TalosLog log, TalosOptions options) {
    this.client = client;
    this.log = log;
    this.options = options;
  }

  /** Decides when a configuration is sent for which the machine reboots. */
  @FunctionalInterface
  interface Rebooting {
    /**
     * Has it sent.
     *
     * @param boot what the machine's kernel calls the boot that ends with it
     * @param send sends it
     */
    void with(String boot, Runnable send);
  }

  /**
   * What a configured machine would do with its configuration.
   *
   * @param reboots whether it would have to reboot
   * @param differences what differs from what it runs, without secrets
   * @param stranger why it is not the node's machine, if it is another one
   */
  record Preview(boolean reboots, List<String> differences, Optional<String> stranger) {
    Preview {
      differences = List.copyOf(differences);
    }
  }

  /** Asks a configured machine what a configuration would change; empty when nothing. */
  static Optional<Preview> preview(
      SeenNode node, TalosNode machine, RunningNode running, MachineConfig config) {
    List<String> differences = differences(running, config);
    if (differences.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> stranger = RightMachine.contradiction(node, machine);
    if (stranger.isPresent()) {
      return Optional.of(new Preview(false, differences, stranger));
    }
    ConfigurationResult said = machine.tryConfiguration(config.yaml(), ApplyMode.AUTO);
    return said.details().contains(NO_CHANGES)
        ? Optional.empty()
        : Optional.of(new Preview(said.mode() == ApplyMode.REBOOT, differences, Optional.empty()));
  }

  private static List<String> differences(RunningNode running, MachineConfig config) {
    if (running.config().isEmpty()) {
      return List.of("+ the whole configuration");
    }
    int minor = running.versions().talos().map(version -> version.minor()).orElseThrow();
    ConfigDiff diff =
        ConfigDiff.between(minor, running.config().get(), config.yaml(), config.redaction());
    return diff.report().hasErrors()
        ? List.of("~ the running configuration cannot be compared")
        : diff.differences().stream().map(FieldDifference::render).toList();
  }

  /**
   * Brings a configured machine to what it should be, and leaves the versions that it runs. One of
   * which nobody knows what it runs is left alone.
   *
   * @param reboots has the configuration sent for which the machine reboots
   */
  Ending update(SeenNode node, NodeConfigs configs, Rebooting reboots) {
    options.endIfStopped();
    return FirstConfiguration.reason(node).get(() -> decided(node, configs, reboots));
  }

  private Ending decided(SeenNode node, NodeConfigs configs, Rebooting reboots) {
    try (TalosNode machine = client.node(node.endpoint())) {
      RunningNode running = RunningNode.of(machine, node.place().role());
      if (!running.isRead()) {
        return leave(node, "it is not known which versions it runs: " + running.obstacle());
      }
      GeneratedConfig generated = configs.of(node.name(), running.versions());
      if (generated.config().isEmpty()) {
        return leave(
            node,
            "the files do not fit the version that it runs: "
                + FirstConfiguration.unfit(generated));
      }
      if (!generated.waiting().isEmpty()) {
        log.warns(
            node.name(),
            "runs " + VersionWords.of(generated.waiting()) + ". " + VersionWords.NOTHING_CHANGES);
      }
      MachineConfig config = generated.config().get();
      Optional<Preview> preview = preview(node, machine, running, config);
      if (preview.isEmpty()) {
        return Ending.UNCHANGED;
      }
      preview
          .get()
          .stranger()
          .ifPresent(words -> FirstConfiguration.refuse(Map.of(node.name(), words)));
      boolean due = !preview.get().reboots() || options.allowReboots();
      if (due && options.takeTurn()) {
        return decided(node, configs, reboots);
      }
      return preview.get().reboots()
          ? withReboot(node, machine, config, reboots)
          : atOnce(node, machine, config);
    }
  }

  private Ending leave(SeenNode node, String why) {
    log.warns(node.name(), "is left alone: " + why);
    return Ending.LEFT_ALONE;
  }

  private Ending atOnce(SeenNode node, TalosNode machine, MachineConfig config) {
    log.does(node.name(), "gets another configuration, without a reboot");
    warn(node, machine.applyConfiguration(config.yaml(), ApplyMode.NO_REBOOT));
    return Ending.CHANGED;
  }

  private Ending withReboot(
      SeenNode node, TalosNode machine, MachineConfig config, Rebooting reboots) {
    if (!options.allowReboots()) {
      log.warns(
          node.name(), "needs a reboot for its new configuration; --allow-reboot has it done");
      return Ending.NEEDS_REBOOT;
    }
    reboots.with(
        machine.bootId(),
        () -> {
          log.does(node.name(), "gets another configuration and reboots");
          warn(node, machine.applyConfiguration(config.yaml(), ApplyMode.AUTO));
        });
    return Ending.REBOOTED;
  }

  private void warn(SeenNode node, ConfigurationResult result) {
    result.warnings().forEach(warning -> log.warns(node.name(), warning));
  }
}
