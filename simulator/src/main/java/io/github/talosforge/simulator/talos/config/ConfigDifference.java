package io.github.talosforge.simulator.talos.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** How two configs differ, and whether the new one needs a reboot. */
public final class ConfigDifference {
  /** What can change in a running node; everything else under these two keys needs a reboot. */
  private static final Set<String> IMMEDIATE_MACHINE =
      Set.of(
          "certSANs",
          "ca",
          "acceptedCAs",
          "features",
          "kubelet",
          "logging",
          "network",
          "nodeAnnotations",
          "nodeLabels",
          "nodeTaints",
          "pods",
          "registries",
          "seccompProfiles",
          "sysctls",
          "sysfs",
          "time",
          "controlPlane",
          "kernel",
          "udev",
          "env",
          "install");

  private ConfigDifference() {}

  /**
   * Why a change cannot come into force at once.
   *
   * @param from the config in force
   * @param to the new config
   * @return the reason, or empty when it can
   */
  public static Optional<String> needsReboot(MachineConfig from, MachineConfig to) {
    Set<String> keys = new TreeSet<>();
    changed(from.at("/machine"), to.at("/machine"), keys);
    keys.removeAll(IMMEDIATE_MACHINE);
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "this config change can't be applied in immediate mode\ndiff: machine."
                + String.join(", machine.", keys));
  }

  private static void changed(JsonNode from, JsonNode to, Set<String> keys) {
    Set<String> names = new TreeSet<>();
    from.fieldNames().forEachRemaining(names::add);
    to.fieldNames().forEachRemaining(names::add);
    names.stream().filter(name -> !from.path(name).equals(to.path(name))).forEach(keys::add);
  }

  /**
   * The lines that are gone and the lines that came.
   *
   * @param from the config in force
   * @param to the new config
   * @return text as a dry run shows it
   */
  public static String text(MachineConfig from, MachineConfig to) {
    List<String> before = List.of(from.text().split("\n", -1));
    List<String> after = List.of(to.text().split("\n", -1));
    List<String> lines = new ArrayList<>();
    before.stream().filter(line -> !after.contains(line)).forEach(line -> lines.add("-" + line));
    after.stream().filter(line -> !before.contains(line)).forEach(line -> lines.add("+" + line));
    return lines.isEmpty() ? "No changes." : "--- a\n+++ b\n" + String.join("\n", lines) + "\n";
  }
}
