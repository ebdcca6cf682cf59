package io.github.talosforge.plan;

import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The volumes that a data VM keeps.
 *
 * @param byName the volumes by what they are called behind the VM's id
 */
record KeptVolumes(Map<String, Volume> byName) {
  private static final Pattern NAME =
      Pattern.compile("(?:.*/)?vm-\\d+-(?<name>.+?)(?:\\.(?:raw|qcow2|vmdk))?");

  KeptVolumes {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
  }

  /** Reads them from the VM's configuration, where they are attached to nothing. */
  static KeptVolumes of(VmId vm, GuestConfiguration live) {
    Map<String, Volume> volumes = new TreeMap<>();
    live.current()
        .forEach(
            (key, text) -> {
              VmConfigKey parsed = VmConfigKey.of(key);
              if (parsed.family().equals("unused") || parsed.bus().isPresent()) {
                put(vm, Volume.parse(text.split(",", 2)[0]), volumes);
              }
            });
    return new KeptVolumes(volumes);
  }

  private static void put(VmId vm, Volume volume, Map<String, Volume> volumes) {
    if (volume.owner().equals(OptionalInt.of(vm.value()))) {
      name(volume).ifPresent(name -> volumes.put(name, volume));
    }
  }

  /** Returns what a volume is called behind its owner's id. */
  static Optional<String> name(Volume volume) {
    Matcher name = NAME.matcher(volume.name());
    return name.matches() ? Optional.of(name.group("name")) : Optional.empty();
  }
}
