package io.github.talosforge.proxmox;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A rule on where guests may run, from release 9 on. */
public sealed interface HaRule {
  /**
   * Tells the name of the rule.
   *
   * @return its name
   */
  String name();

  /**
   * Tells the VMs that it is about.
   *
   * @return their numbers
   */
  List<Integer> vmIds();

  /**
   * Tells whether the rule is switched off.
   *
   * @return true if it has no effect
   */
  boolean disabled();

  /**
   * Keeps VMs together or apart.
   *
   * @param name its name
   * @param vmIds the VMs
   * @param together whether they must share a host; otherwise each needs one of its own
   * @param disabled whether the rule is switched off
   */
  record ResourceAffinity(String name, List<Integer> vmIds, boolean together, boolean disabled)
      implements HaRule {
    /** Copies the list. */
    public ResourceAffinity {
      vmIds = List.copyOf(vmIds);
    }

    /**
     * Describes a rule that keeps VMs apart.
     *
     * @param name its name
     * @param vmIds the VMs
     * @return the rule
     */
    public static ResourceAffinity apart(String name, List<Integer> vmIds) {
      return new ResourceAffinity(name, vmIds, false, false);
    }
  }

  /**
   * Keeps VMs on some hosts.
   *
   * @param name its name
   * @param vmIds the VMs
   * @param hosts the hosts with their priority; the higher is preferred
   * @param strict whether the VMs may run nowhere else
   * @param disabled whether the rule is switched off
   */
  record NodeAffinity(
      String name,
      List<Integer> vmIds,
      Map<String, Integer> hosts,
      boolean strict,
      boolean disabled)
      implements HaRule {
    /** Copies the collections. */
    public NodeAffinity {
      vmIds = List.copyOf(vmIds);
      hosts = Map.copyOf(new TreeMap<>(hosts));
    }
  }
}
