package io.github.talosforge.talos;

import java.util.List;

/**
 * How a machine is wiped.
 *
 * @param graceful whether it leaves etcd and drains before; impossible for the last member of etcd
 * @param reboot whether it starts again afterwards instead of going down
 * @param partitions the labels of the system's partitions to wipe, such as {@code STATE}; none
 *     means the whole system disk, after which a machine made of a disk image cannot boot
 */
public record MachineReset(boolean graceful, boolean reboot, List<String> partitions) {
  /** Keeps an own copy of the list. */
  public MachineReset {
    partitions = List.copyOf(partitions);
  }

  /**
   * Takes a machine that was made of a disk image back to maintenance mode.
   *
   * @param graceful whether it leaves etcd and drains before
   * @return a reset that wipes configuration and data but not the system
   */
  public static MachineReset toMaintenance(boolean graceful) {
    return new MachineReset(graceful, true, List.of("STATE", "EPHEMERAL"));
  }
}
