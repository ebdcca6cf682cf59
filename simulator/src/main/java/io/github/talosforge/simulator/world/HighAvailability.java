package io.github.talosforge.simulator.world;

import java.util.Map;
import java.util.TreeMap;

/** The HA configuration. */
public final class HighAvailability {
  private final Map<String, HaResource> resources = new TreeMap<>();
  private final Map<String, HaGroup> groups = new TreeMap<>();
  private final Map<String, HaRule> rules = new TreeMap<>();

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

  /**
   * The rules of release 9 by name.
   *
   * @return the live map
   */
  public Map<String, HaRule> rules() {
    return rules;
  }
}
