package io.github.talosforge.plan;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A configuration that a VM should have. Keys that are not in it are left as they are.
 *
 * <p>Disks are written as if they were to be made, {@code local-zfs:32,discard=on}; on a VM that
 * has a disk of that key already, its own volume takes the place.
 *
 * @param values the values by key
 */
public record WantedConfiguration(Map<String, String> values) {
  private static final WantedConfiguration NOTHING = new WantedConfiguration(Map.of());
  private static final Set<String> SECRET = Set.of("cipassword");

  /** Keeps an own copy, sorted by key. */
  public WantedConfiguration {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** Returns the configuration that wants nothing. */
  public static WantedConfiguration nothing() {
    return NOTHING;
  }

  /** Tells whether the value of a key must never be shown. */
  public static boolean isSecret(String key) {
    return SECRET.contains(key);
  }

  /** Shows the keys only: values can be secret. */
  @Override
  public String toString() {
    return "WantedConfiguration" + values.keySet();
  }
}
