package io.github.talosforge.preflight;

import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.proxmox.property.CpuType;
import io.github.talosforge.proxmox.property.NetworkDevice;
import io.github.talosforge.proxmox.property.PassedThroughDevice;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rights that values of a VM's configuration need, as the API checks them. */
final class KeyRights {
  static final String ALLOCATE_SPACE = "Datastore.AllocateSpace";
  static final String AUDIT = "Datastore.Audit";

  private static final Pattern ZONE = Pattern.compile("/sdn/zones/([^/]+).*");

  private final int major;
  private final List<String> zones;

  KeyRights(ObservedCluster world) {
    this.major = world.version().major();
    this.zones =
        world.permissions().byPath().keySet().stream()
            .map(ZONE::matcher)
            .filter(Matcher::matches)
            .map(path -> path.group(1))
            .distinct()
            .sorted()
            .toList();
  }

  List<NeededRight> keys(List<String> vm, Map<String, String> values) {
    return values.entrySet().stream()
        .flatMap(entry -> key(vm, entry.getKey(), entry.getValue()).stream())
        .toList();
  }

  List<NeededRight> key(List<String> vm, String key, String value) {
    List<NeededRight> rights = new ArrayList<>();
    KeyPrivileges.of(key, value)
        .forEach(privilege -> rights.add(new NeededRight(vm, List.of(privilege))));
    VmConfigKey parsed = VmConfigKey.of(key);
    if (parsed.family().equals("net")) {
      network(value).ifPresent(rights::add);
    } else if (parsed.family().equals("startup")) {
      rights.add(NeededRight.on("/", "Sys.Modify"));
    } else if (parsed.family().equals("cpu")) {
      customCpu(value).ifPresent(rights::add);
    } else if (parsed.family().equals("hostpci")) {
      PassedThroughDevice.parse(value)
          .mapping()
          .ifPresent(name -> rights.add(NeededRight.on("/mapping/pci/" + name, "Mapping.Use")));
    }
    ForeignVolumes.in(key, value, vm).forEach(rights::add);
    NewVolumes.storage(key, value).ifPresent(storage -> rights.addAll(space(storage)));
    return rights;
  }

  /** Whether a storage has room can be told only if it may be seen. */
  static List<NeededRight> space(String storage) {
    String path = "/storage/" + storage;
    return List.of(NeededRight.on(path, ALLOCATE_SPACE), NeededRight.on(path, AUDIT));
  }

  /** Proxmox VE 8 asks for no right here, and has no such path either. */
  private Optional<NeededRight> customCpu(String value) {
    String model = CpuType.parse(value).type();
    return major >= 9 && model.startsWith("custom-")
        ? Optional.of(
            NeededRight.on("/mapping/cpu/" + model.substring("custom-".length()), "Mapping.Use"))
        : Optional.empty();
  }

  private Optional<NeededRight> network(String value) {
    NetworkDevice card = NetworkDevice.parse(value);
    return card.bridge().map(bridge -> sdnUse(bridge, card.vlan()));
  }

  /** A bridge is in the zone localnetwork; a vnet, which looks the same here, is in its own. */
  private NeededRight sdnUse(String bridge, OptionalInt vlan) {
    String tag = vlan.isPresent() ? "/" + vlan.getAsInt() : "";
    List<String> paths =
        Stream.concat(Stream.of("localnetwork"), zones.stream())
            .map(zone -> "/sdn/zones/" + zone + "/" + bridge + tag)
            .distinct()
            .toList();
    return new NeededRight(paths, List.of("SDN.Use"));
  }
}
