package io.github.talosforge.observe;

import io.github.talosforge.proxmox.PendingSetting;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The configuration of a VM: what it runs with and what waits for its next stop and start.
 *
 * @param current the values in force
 * @param pending the values that wait
 * @param pendingDeletions the keys whose removal waits
 * @param digest what a change must quote to be sure that nobody else changed the file meanwhile
 */
public record GuestConfiguration(
    Map<String, String> current,
    Map<String, String> pending,
    Set<String> pendingDeletions,
    String digest) {

  private static final String UUID = "smbios1";

  /** Keeps own copies, sorted by key. */
  public GuestConfiguration {
    current = Collections.unmodifiableSortedMap(new TreeMap<>(current));
    pending = Collections.unmodifiableSortedMap(new TreeMap<>(pending));
    pendingDeletions = Collections.unmodifiableSortedSet(new TreeSet<>(pendingDeletions));
  }

  /** Reads what {@code pending} answers: the configuration in force, its digest and what waits. */
  public static GuestConfiguration of(List<PendingSetting> settings) {
    Map<String, String> current = new TreeMap<>();
    Map<String, String> pending = new TreeMap<>();
    Set<String> deletions = new TreeSet<>();
    for (PendingSetting setting : settings) {
      setting.current().ifPresent(value -> current.put(setting.key(), value));
      setting.pending().ifPresent(value -> pending.put(setting.key(), value));
      if (setting.deletes() && setting.current().isPresent()) {
        deletions.add(setting.key());
      }
    }
    String digest = current.remove("digest");
    return new GuestConfiguration(current, pending, deletions, digest == null ? "" : digest);
  }

  /** Returns a value in force. */
  public Optional<String> get(String key) {
    return Optional.ofNullable(current.get(key));
  }

  /** Returns the values after the next stop and start. */
  public Map<String, String> afterRestart() {
    SortedMap<String, String> merged = new TreeMap<>(current);
    merged.keySet().removeAll(pendingDeletions);
    merged.putAll(pending);
    return Collections.unmodifiableSortedMap(merged);
  }

  /**
   * Returns the configuration after values were written.
   *
   * @param values the values
   * @param running whether the VM runs, so that its hardware keeps the old ones for now
   */
  public GuestConfiguration with(Map<String, String> values, boolean running) {
    Map<String, String> now = new TreeMap<>(current);
    Map<String, String> later = new TreeMap<>(pending);
    values.forEach((key, value) -> (running && key.equals(UUID) ? later : now).put(key, value));
    return new GuestConfiguration(now, later, pendingDeletions, digest);
  }

  /** Tells whether a key waits for the next stop and start. */
  public boolean waits(String key) {
    return pending.containsKey(key) || pendingDeletions.contains(key);
  }

  /** Shows the keys only: values can be secret. */
  @Override
  public String toString() {
    return "GuestConfiguration[" + String.join(", ", current.keySet()) + "; digest=" + digest + "]";
  }
}
