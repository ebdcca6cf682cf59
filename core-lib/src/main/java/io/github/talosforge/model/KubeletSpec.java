package io.github.talosforge.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The kubelet's settings, as Talos names them.
 *
 * @param extraArgs command line arguments
 * @param extraConfig fields of the kubelet configuration
 * @param extraMounts mounts into the kubelet's container
 * @param nodeIpSubnets the subnets that the node address is chosen from
 */
public record KubeletSpec(
    Map<String, String> extraArgs,
    Map<String, FreeYaml> extraConfig,
    List<FreeYaml> extraMounts,
    List<CidrBlock> nodeIpSubnets) {

  /** Keeps own copies of the collections. */
  public KubeletSpec {
    extraArgs = Collections.unmodifiableSortedMap(new TreeMap<>(extraArgs));
    extraConfig = Collections.unmodifiableSortedMap(new TreeMap<>(extraConfig));
    extraMounts = List.copyOf(extraMounts);
    nodeIpSubnets = List.copyOf(nodeIpSubnets);
  }
}
