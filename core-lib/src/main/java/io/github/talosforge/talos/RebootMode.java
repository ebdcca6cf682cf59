package io.github.talosforge.talos;

/** How a machine reboots. */
public enum RebootMode {
  /** By starting the next kernel directly. */
  DEFAULT,
  /** Through the firmware, as if the power was cut. */
  POWER_CYCLE,
  /** Without waiting for anything; Talos 1.12 and later. */
  FORCE
}
