package io.github.talosforge.plan;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
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

  /**
   * Returns what has to be sent to a VM so that it gets this configuration. What it holds and only
   * its making could have chosen otherwise is left alone.
   *
   * @param live the values that the VM has, or will have after its next start
   */
  public Map<String, String> differingFrom(Map<String, String> live) {
    SortedMap<String, String> toSend = new TreeMap<>();
    values.forEach(
        (key, wanted) -> {
          KeyDifference difference = ValueComparison.compare(key, live.get(key), wanted);
          if (difference.kind() == KeyDifference.Kind.CHANGEABLE) {
            toSend.put(key, difference.toSend());
          }
        });
    return toSend;
  }

  /** Tells whether the value of a key must never be shown. */
  public static boolean isSecret(String key) {
    return SECRET.contains(key);
  }

  /**
   * Returns what has to be sent to a VM so that it has this configuration: values that differ in
   * meaning, with the volumes that the VM's disks have. Values that cannot be changed any more and
   * keys that hold another kind of drive are left out.
   *
   * @param live the configuration that the VM has
   */
  public Map<String, String> differencesTo(Map<String, String> live) {
    Map<String, String> differing = new TreeMap<>();
    values.forEach(
        (key, wanted) -> {
          KeyDifference difference = ValueComparison.compare(key, live.get(key), wanted);
          if (difference.kind() == KeyDifference.Kind.CHANGEABLE) {
            differing.put(key, difference.toSend());
          }
        });
    return Collections.unmodifiableMap(differing);
  }

  /** Returns a copy without some keys. */
  public WantedConfiguration without(Set<String> keys) {
    Map<String, String> rest = new TreeMap<>(values);
    rest.keySet().removeAll(keys);
    return new WantedConfiguration(rest);
  }

  /** Returns a copy with another value. */
  public WantedConfiguration with(String key, String value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(key, value);
    return new WantedConfiguration(more);
  }

  /** Shows the keys only: values can be secret. */
  @Override
  public String toString() {
    return "WantedConfiguration" + values.keySet();
  }
}
