package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosEndpoint;

/**
 * A node and what was last seen of it.
 *
 * @param place where it is
 * @param sighting what was seen
 */
public record SeenNode(NodePlace place, Sighting sighting) {

  /**
   * Names the node.
   *
   * @return its name
   */
  public NodeName name() {
    return place.node();
  }

  /**
   * Says what was seen.
   *
   * @return the words for the user
   */
  public String words() {
    return sighting.words();
  }

  /** Tells whether waiting brings nothing, because somebody has to bring a host back. */
  public boolean isOnDeadHost() {
    return place.hostDown();
  }

  boolean isUnreachable() {
    return sighting.kind() == Sighting.Kind.UNREACHABLE;
  }

  boolean isMaintenance() {
    return sighting.kind() == Sighting.Kind.MAINTENANCE;
  }

  boolean isConfigured() {
    return sighting.kind() == Sighting.Kind.CONFIGURED;
  }

  boolean isStranger() {
    return sighting.kind() == Sighting.Kind.OTHER_AUTHORITY;
  }

  boolean isControlPlane() {
    return place.isControlPlane();
  }

  /** A control plane gets this far only when etcd runs. */
  boolean isRunning() {
    return isConfigured()
        && sighting
            .status()
            .filter(status -> status.stage() == MachineStatus.Stage.RUNNING)
            .isPresent();
  }

  TalosEndpoint endpoint() {
    return place
        .endpoint()
        .orElseThrow(() -> new IllegalStateException(name() + " has no address"));
  }

  /** What was seen, and what could help. */
  String advice() {
    String hint =
        switch (sighting.kind()) {
          case UNREACHABLE, STARTING, MAINTENANCE -> "";
          case NOT_TALOS -> "\nLook who else uses the address, and what the VM boots.";
          case OTHER_AUTHORITY ->
              "\nUse the secrets file that the machine was configured with, or reset the machine.";
          case CONFIGURED -> "\nLook at its console: it shows what it waits for.";
        };
    return words() + hint;
  }
}
