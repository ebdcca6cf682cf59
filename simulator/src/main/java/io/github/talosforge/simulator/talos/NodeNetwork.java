package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.vm.GuestHardware;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The names and addresses of nodes: of the config, of cloud-init, or of DHCP. */
public final class NodeNetwork {
  private final GuestHardware hardware;

  NodeNetwork(GuestHardware hardware) {
    this.hardware = hardware;
  }

  /**
   * A link of a node.
   *
   * @param name for example {@code eth0}
   * @param mac its hardware address in lower case
   * @param addresses its addresses with prefix lengths
   * @param up whether it has a carrier
   */
  public record Link(String name, String mac, List<String> addresses, boolean up) {
    /** Copies the list. */
    public Link {
      addresses = List.copyOf(addresses);
    }
  }

  /** The links of a node. */
  public List<Link> links(Machine machine) {
    return hardware.nics(machine.vm()).stream().map(nic -> link(machine, nic)).toList();
  }

  private Link link(Machine machine, GuestHardware.Nic nic) {
    List<String> addresses =
        machine.config().map(config -> config.addresses(nic.name(), nic.mac())).orElse(List.of());
    if (addresses.isEmpty()) {
      addresses = List.of(readsCloudInit(machine) ? nic.address() : nic.leased());
    }
    return new Link(
        nic.name(), nic.mac(), nic.connected() ? addresses : List.of(), nic.connected());
  }

  private boolean readsCloudInit(Machine machine) {
    return machine.image().platform().equals("nocloud") && hardware.hasCloudInit(machine.vm());
  }

  /** The addresses of a node without prefix lengths. */
  public List<String> addresses(Machine machine) {
    return links(machine).stream()
        .flatMap(link -> link.addresses().stream())
        .map(address -> address.replaceFirst("/.*", ""))
        .toList();
  }

  /** The first address of a node; empty when it has none. */
  public String address(Machine machine) {
    return addresses(machine).stream().findFirst().orElse("");
  }

  /** The name of a node. */
  public String hostname(Machine machine) {
    return machine
        .config()
        .flatMap(MachineConfig::hostname)
        .orElseGet(() -> readsCloudInit(machine) ? machine.vm().name() : stable(uuid(machine)));
  }

  private static String stable(String uuid) {
    byte[] seed = uuid.getBytes(StandardCharsets.UTF_8);
    String text = UUID.nameUUIDFromBytes(seed).toString().toLowerCase(Locale.ROOT);
    return "talos-" + text.substring(0, 3) + "-" + text.substring(4, 7);
  }

  /** The SMBIOS UUID of a node. */
  public String uuid(Machine machine) {
    return hardware.uuid(machine.vm());
  }

  /** Bytes of memory. */
  public long memory(Machine machine) {
    return hardware.memory(machine.vm());
  }

  /** The number of CPUs. */
  public int cpus(Machine machine) {
    return hardware.cpus(machine.vm());
  }
}
