package io.github.talosforge.simulator.world;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A PCI resource mapping of the datacenter.
 *
 * @param id its id
 * @param description its description
 * @param map one property string per device
 * @param mdev whether devices are mediated
 * @param liveMigrationCapable whether guests with it can be moved while they run
 */
public record PciMapping(
    String id,
    @Nullable String description,
    List<String> map,
    boolean mdev,
    boolean liveMigrationCapable) {
  private static final String MISSING = "missing expected property '%s' for device '%s'";
  private static final String UNEXPECTED = "unexpected property '%s' configured for device '%s'";

  /** Copies the list. */
  public PciMapping {
    map = List.copyOf(map);
  }

  /**
   * The entries for a host.
   *
   * @param host the host's name
   * @return the properties of each
   */
  public List<Map<String, String>> on(String host) {
    return map.stream()
        .map(PciMapping::properties)
        .filter(entry -> host.equals(entry.get("node")))
        .toList();
  }

  private static Map<String, String> properties(String entry) {
    return Arrays.stream(entry.split(",", -1))
        .map(part -> part.split("=", 2))
        .filter(part -> part.length == 2)
        .collect(Collectors.toMap(part -> part[0], part -> part[1], (first, second) -> second));
  }

  /**
   * What is not as the mapping says on a host.
   *
   * @param host the host
   * @return a sentence for each entry that does not fit
   */
  public List<String> mismatches(Host host) {
    return on(host.name()).stream().flatMap(entry -> mismatch(entry, host).stream()).toList();
  }

  /** The IOMMU group is that of the first path. */
  private Optional<String> mismatch(Map<String, String> entry, Host host) {
    boolean first = true;
    for (String path : entry.getOrDefault("path", "").split(";", -1)) {
      String function = path.indexOf('.') < 0 ? path + ".0" : path;
      Optional<PciDevice> device =
          host.devices().stream().filter(one -> one.id().equals(function)).findFirst();
      if (device.isEmpty()) {
        return Optional.of("pci device '" + function + "' not found");
      }
      Optional<String> other = different(device.get(), entry, first);
      if (other.isPresent()) {
        return other;
      }
      first = false;
    }
    return Optional.empty();
  }

  private Optional<String> different(PciDevice device, Map<String, String> entry, boolean group) {
    return different("id", device, device.vendor() + ":" + device.device(), entry)
        .or(
            () ->
                group
                    ? different("iommugroup", device, String.valueOf(device.iommuGroup()), entry)
                    : Optional.empty())
        .or(() -> different("subsystem-id", device, device.subsystem(), entry));
  }

  private Optional<String> different(
      String property, PciDevice device, @Nullable String tells, Map<String, String> entry) {
    String said = entry.get(property);
    if (tells == null && said == null) {
      return Optional.empty();
    }
    if (tells == null || said == null) {
      return Optional.of((said == null ? MISSING : UNEXPECTED).formatted(property, device.id()));
    }
    String real = tells.replace("0x", "");
    return said.equals(real)
        ? Optional.empty()
        : Optional.of(
            "'" + property + "' does not match for '" + id + "' (" + real + " != " + said + ")");
  }
}
