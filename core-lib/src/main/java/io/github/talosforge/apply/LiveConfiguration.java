package io.github.talosforge.apply;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.proxmox.PendingSetting;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads what {@code pending} answers: the configuration in force and what waits. */
final class LiveConfiguration {
  private LiveConfiguration() {}

  static GuestConfiguration of(List<PendingSetting> settings) {
    Map<String, String> current = new TreeMap<>();
    Map<String, String> pending = new TreeMap<>();
    Set<String> deletions = new HashSet<>();
    for (PendingSetting setting : settings) {
      setting.current().ifPresent(value -> current.put(setting.key(), value));
      setting.pending().ifPresent(value -> pending.put(setting.key(), value));
      if (setting.deletes()) {
        deletions.add(setting.key());
      }
    }
    String digest = current.getOrDefault("digest", "");
    return new GuestConfiguration(current, pending, deletions, digest);
  }
}
