package io.github.talosforge.machineconfig;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.NodeName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What came of generating a cluster's machine configurations.
 *
 * @param configs the configurations by node, in the order of the cluster's nodes; a node that has
 *     no place yet or whose configuration has an error is missing
 * @param report what is wrong, such as patches that do not fit
 */
public record GeneratedConfigs(Map<NodeName, MachineConfig> configs, FindingReport report) {

  /** Keeps an own copy that remembers the order. */
  public GeneratedConfigs {
    configs = Collections.unmodifiableMap(new LinkedHashMap<>(configs));
  }

  /** Returns the configuration of a node. */
  public Optional<MachineConfig> of(NodeName node) {
    return Optional.ofNullable(configs.get(node));
  }
}
