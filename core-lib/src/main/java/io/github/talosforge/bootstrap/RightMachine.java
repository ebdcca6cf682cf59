package io.github.talosforge.bootstrap;

import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Tells whether the machine that answers at a node's address is the one in the node's VM. An
 * address proves nothing: DHCP gives it to others while a VM hangs before it has its network.
 */
public final class RightMachine {
  /** How long a machine that has just booted may take to read its firmware. */
  private static final Duration READING = Duration.ofSeconds(20);

  private RightMachine() {}

  /**
   * Tells whether a machine without a configuration is proved to be the one in the node's VM.
   *
   * @param client reaches the machine
   * @param place where the node should be
   * @param seen what was seen there
   * @return whether both show the same SMBIOS UUID
   */
  public static boolean isProved(TalosClient client, NodePlace place, Sighting seen) {
    try (TalosNode machine = unconfigured(client, place.endpoint().orElseThrow(), seen)) {
      return place.machine().isPresent()
          && said(machine).equals(place.machine().map(uuid -> uuid.value()));
    }
  }

  /** Opens the way to the machine that was looked at, and to no other. */
  static TalosNode unconfigured(TalosClient client, TalosEndpoint endpoint, Sighting seen) {
    return seen.fingerprint()
        .map(key -> client.maintenance(endpoint, key))
        .orElseGet(() -> client.maintenance(endpoint));
  }

  /** Says how a machine contradicts; one that does not tell its UUID does not. */
  static Optional<String> contradiction(SeenNode node, TalosNode machine) {
    return node.place().machine().isEmpty()
        ? Optional.empty()
        : said(machine).flatMap(uuid -> contradiction(node, uuid));
  }

  /** Says how the machine contradicts that answers for a configured node. */
  static Optional<String> contradiction(TalosClient client, SeenNode node) {
    try (TalosNode machine = client.node(node.endpoint())) {
      return contradiction(node, machine);
    }
  }

  /** A machine that cannot be asked proves nothing, and the next call tells why. */
  private static Optional<UUID> said(TalosNode machine) {
    try {
      return machine.systemUuid();
    } catch (TalosException e) {
      return Optional.empty();
    }
  }

  /** Says why a machine without a configuration is not proved to be the node's. */
  static Optional<String> doubt(SeenNode node, TalosNode machine, Deadline deadline) {
    if (node.place().machine().isEmpty()) {
      return Optional.of(
          "its VM has no SMBIOS UUID in force, by which its machine could be told from others."
              + " Stop and start the VM, then run this again.");
    }
    Optional<UUID> uuid = readable(machine);
    while (uuid.isEmpty() && !deadline.isOver() && !deadline.hasLasted(READING)) {
      deadline.pause();
      uuid = readable(machine);
    }
    return uuid.map(said -> contradiction(node, said))
        .orElseGet(
            () ->
                Optional.of(
                    "the machine at "
                        + node.endpoint().host()
                        + " does not tell its SMBIOS UUID, so that nothing proves that it is the"
                        + " node's VM. Look at the VM's console, and run this again."));
  }

  private static Optional<UUID> readable(TalosNode machine) {
    try {
      return machine.systemUuid();
    } catch (TalosException e) {
      return switch (e.kind()) {
        case PERMISSION, UNIMPLEMENTED, MAINTENANCE, SERVER -> Optional.empty();
        default -> throw e;
      };
    }
  }

  private static Optional<String> contradiction(SeenNode node, UUID said) {
    return node.place()
        .machine()
        .filter(uuid -> !uuid.value().equals(said))
        .map(
            uuid ->
                "the machine at %s has the SMBIOS UUID %s, but the node's VM has %s: another machine"
                        .formatted(node.endpoint().host(), said, uuid)
                    + " uses the address, and it gets nothing. Look at the VM's console why the"
                    + " VM does not have the address, and take it from the other machine, which may"
                    + " have it by DHCP.");
  }
}
