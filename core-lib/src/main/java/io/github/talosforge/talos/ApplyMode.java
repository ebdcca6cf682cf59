package io.github.talosforge.talos;

/** How a configuration takes effect, mildest first. */
public enum ApplyMode {
  /** At once, and never with a reboot: what needs one is refused. */
  NO_REBOOT,
  /** With the next reboot, whenever that is. */
  STAGED,
  /** At once, with a reboot where one is needed; the only mode for maintenance in all versions. */
  AUTO,
  /** At once, always with a reboot; Talos 1.14 knows it no longer. */
  REBOOT,
  /** At once, but taken back after a minute unless it is applied for good. */
  TRY
}
