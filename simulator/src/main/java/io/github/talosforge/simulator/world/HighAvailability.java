package io.github.talosforge.simulator.world;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The HA configuration. */
public final class HighAvailability {
  private final Map<String, HaResource> resources = new TreeMap<>();
  private final Map<String, HaGroup> groups = new TreeMap<>();
  private final Map<String, HaRule> rules = new TreeMap<>();
  private final Set<String> seen = new HashSet<>();

  /**
   * The resources by service id.
   *
   * @return the live map
   */
  public Map<String, HaResource> resources() {
    return resources;
  }

  /**
   * The groups of release 8 by name.
   *
   * @return the live map
   */
  public Map<String, HaGroup> groups() {
    return groups;
  }

  /** The manager looked at everything, so that it knows a state of each resource. */
  public void looked() {
    seen.clear();
    seen.addAll(resources.keySet());
  }

  /**
   * Whether the manager has looked at a resource since it was made.
   *
   * @param sid its service id
   * @return whether it has
   */
  public boolean isSeen(String sid) {
    return seen.contains(sid);
  }

  /**
   * The rules of release 9 by name.
   *
   * @return the live map
   */
  public Map<String, HaRule> rules() {
    return rules;
  }
}
