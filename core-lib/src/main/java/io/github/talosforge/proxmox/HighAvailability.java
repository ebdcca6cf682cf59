package io.github.talosforge.proxmox;

import java.util.List;

/**
 * The high availability manager.
 *
 * <p>Release 9 replaced groups by rules: operations on groups fail there, those on rules before.
 */
public interface HighAvailability {
  /**
   * Lists the guests that are looked after.
   *
   * @return the guests
   */
  List<HaResource> resources();

  /**
   * Looks after a guest from now on.
   *
   * @param resource the guest and how
   */
  void manage(HaResource resource);

  /**
   * Changes how a guest is looked after.
   *
   * @param resource the guest and how
   */
  void update(HaResource resource);

  /**
   * No longer looks after a VM; on release 9 it is taken out of all rules.
   *
   * @param vmId the number of the VM
   */
  void release(int vmId);

  /**
   * Lists the groups of hosts; only before release 9.
   *
   * @return the groups
   */
  List<HaGroup> groups();

  /**
   * Creates a group of hosts; only before release 9.
   *
   * @param group the group
   */
  void createGroup(HaGroup group);

  /**
   * Changes a group of hosts; only before release 9.
   *
   * @param group the group
   */
  void updateGroup(HaGroup group);

  /**
   * Deletes a group of hosts; only before release 9.
   *
   * @param name the name of the group
   */
  void deleteGroup(String name);

  /**
   * Lists the rules; from release 9 on.
   *
   * @return the rules
   */
  List<HaRule> rules();

  /**
   * Creates a rule for guests that are looked after already; from release 9 on.
   *
   * @param rule the rule
   */
  void createRule(HaRule rule);

  /**
   * Changes a rule; from release 9 on.
   *
   * @param rule the rule
   */
  void updateRule(HaRule rule);

  /**
   * Deletes a rule; from release 9 on.
   *
   * @param name the name of the rule
   */
  void deleteRule(String name);
}
