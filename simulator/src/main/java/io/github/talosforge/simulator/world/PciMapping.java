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
   * What is not as the mapping says on a host. The IOMMU group of a whole device is not compared.
   *
   * @param host the host
   * @return a sentence for each entry that does not fit
   */
  public List<String> mismatches(Host host) {
    return on(host.name()).stream().flatMap(entry -> mismatch(entry, host).stream()).toList();
  }

  private Optional<String> mismatch(Map<String, String> entry, Host host) {
    for (String path : entry.getOrDefault("path", "").split(";", -1)) {
      boolean whole = path.indexOf('.') < 0;
      String function = whole ? path + ".0" : path;
      Optional<PciDevice> device =
          host.devices().stream().filter(one -> one.id().equals(function)).findFirst();
      if (device.isEmpty()) {
        return Optional.of("pci device '" + function + "' not found");
      }
      Optional<String> other =
          different("id", number(device.get()), entry)
              .or(
                  () ->
                      whole
                          ? Optional.empty()
                          : different(
                              "iommugroup", String.valueOf(device.get().iommuGroup()), entry));
      if (other.isPresent()) {
        return other;
      }
    }
    return Optional.empty();
  }

  private static String number(PciDevice device) {
    return (device.vendor() + ":" + device.device()).replace("0x", "");
  }

  private Optional<String> different(String property, String real, Map<String, String> entry) {
    String said = entry.get(property);
    if (said == null) {
      return Optional.of("missing expected property '" + property + "' for '" + id + "'");
    }
    return said.equals(real)
        ? Optional.empty()
        : Optional.of(
            "'" + property + "' does not match for '" + id + "' (" + real + " != " + said + ")");
  }
}
