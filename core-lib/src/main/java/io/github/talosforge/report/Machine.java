package io.github.talosforge.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A VM to be drawn.
 *
 * @param name the name of the node
 * @param role what it does
 * @param state what it is doing
 * @param vmId the id of the VM
 * @param address its address
 * @param hardware processor, memory and what is passed through, in words
 * @param link the bridge that it is plugged into, in words
 * @param disks its disks, that of the system first
 */
public record Machine(
    String name,
    Role role,
    State state,
    Optional<String> vmId,
    Optional<String> address,
    String hardware,
    String link,
    List<Disk> disks) {
  /** Keeps an own copy of the list. */
  public Machine {
    disks = List.copyOf(disks);
  }

  /**
   * A disk.
   *
   * @param use what it is for
   * @param size how large it is
   * @param storage where it is
   */
  public record Disk(String use, String size, String storage) {}

  /** What a machine does in the cluster. */
  public enum Role {
    /** Runs etcd and Kubernetes' own parts, and shares the VIP. */
    CONTROL_PLANE("control plane"),
    /** Runs workloads. */
    WORKER("worker"),
    /** Never runs; keeps the data disks of a node. */
    DATA("keeps data"),
    /** Was a node once; the files no longer name it. */
    UNLISTED("not in the files");

    private final String label;

    Role(String label) {
      this.label = label;
    }

    /**
     * Gives the words.
     *
     * @return the role as the page shows it
     */
    public String label() {
      return label;
    }

    String style() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** What a machine is doing. */
  public enum State {
    /** It runs. */
    RUNNING,
    /** It is switched off. */
    STOPPED,
    /** It does not exist yet. */
    PLANNED,
    /** Its making was interrupted, or a change of it failed. */
    UNFINISHED,
    /** Its host is down. */
    UNREACHABLE,
    /** It was destroyed in this run. */
    DESTROYED,
    /** Nobody looked in this run, or nobody got to see it. */
    UNKNOWN;

    /**
     * Gives the words.
     *
     * @return the state as the page shows it
     */
    public String label() {
      return this == UNKNOWN ? "not looked at" : style();
    }

    String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
