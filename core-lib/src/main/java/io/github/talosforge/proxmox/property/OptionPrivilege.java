package io.github.talosforge.proxmox.property;

import org.jspecify.annotations.Nullable;

/** What the API asks of those who set an option. */
enum OptionPrivilege {
  CD_ROM("VM.Config.CDROM"),
  CLOUD_INIT("VM.Config.Cloudinit"),
  CPU("VM.Config.CPU"),
  DISK("VM.Config.Disk"),
  HARDWARE("VM.Config.HWType"),
  MEMORY("VM.Config.Memory"),
  NETWORK("VM.Config.Network"),
  OPTIONS("VM.Config.Options"),
  POWER("VM.PowerMgmt"),
  /** Root itself: no privilege helps, and no token counts as root. */
  ROOT(null);

  private final @Nullable String text;

  OptionPrivilege(@Nullable String text) {
    this.text = text;
  }

  @Nullable String text() {
    return text;
  }
}
