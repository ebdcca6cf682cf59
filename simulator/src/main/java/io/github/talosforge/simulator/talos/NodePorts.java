package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.talos.pki.Authority;
import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.talos.pki.Keys;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.github.talosforge.simulator.world.World;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Opens the ports of nodes, with the certificates that they show there. */
final class NodePorts {
  private static final int API_PORT = 50000;

  private final World world;
  private final NodeNetwork network;
  private final Siblings siblings;
  private final Doors doors;

  /** Certificates are checked by the clients' clocks, so that simulated time is of no use here. */
  private final InstantSource clock = InstantSource.system();

  NodePorts(World world, NodeNetwork network, Siblings siblings, Doors doors) {
    this.world = world;
    this.network = network;
    this.siblings = siblings;
    this.doors = doors;
  }

  /** Opens the API of a node that has no config, with a certificate that nobody can check. */
  void openMaintenance(Machine machine) {
    Identity identity =
        Authority.create("talos", clock.instant()).server(names(machine), clock.instant());
    door(machine).maintenance(identity);
    machine.say(
        "[talos] this machine is reachable at: " + String.join(", ", network.addresses(machine)));
    machine.say("[talos] server certificate issued, fingerprint " + identity.fingerprint());
  }

  /** Whether the node shows another certificate than it should by now. */
  boolean isOutdated(Machine machine) {
    return machine.hasSecureApi() && machine.isForeign() != isForeign(machine);
  }

  private boolean isForeign(Machine machine) {
    return world.troubles().has(machine.vmid(), Trouble.WRONG_CA);
  }

  private List<String> names(Machine machine) {
    List<String> names = new ArrayList<>();
    names.add(network.hostname(machine));
    names.addAll(network.addresses(machine));
    machine.config().ifPresent(config -> names.addAll(config.machineNames()));
    machine.config().flatMap(MachineConfig::vip).ifPresent(names::add);
    names.add("127.0.0.1");
    names.add("localhost");
    return names;
  }

  private Doors.Door door(Machine machine) {
    InetSocketAddress wanted = socket(network.address(machine), API_PORT);
    Doors.Door open = machine.door();
    if (open != null && wanted.getPort() != 0 && !open.address().equals(wanted)) {
      open.close();
      open = null;
    }
    if (open == null) {
      open = doors.open(machine, wanted);
      machine.door(open);
    }
    return open;
  }

  /** Nodes inside 127.0.0.0/8 are bound directly, others to any port. */
  static InetSocketAddress socket(String address, int port) {
    boolean direct = address.startsWith("127.") && !address.equals("127.0.0.1");
    return direct
        ? new InetSocketAddress(address, port)
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** Opens the API of a configured node. */
  void openSecure(Machine machine) {
    MachineConfig config = machine.config().orElseThrow();
    machine.api(true);
    machine.foreign(isForeign(machine));
    Authority authority =
        isForeign(machine)
            ? Authority.create("talos", clock.instant())
            : siblings.authority(machine);
    door(machine)
        .secure(
            authority.server(names(machine), clock.instant()),
            List.of(
                isForeign(machine)
                    ? authority.identity().certificate()
                    : Keys.certificate(config.machineCa())));
    machine.say("[talos] API is ready");
  }
}
