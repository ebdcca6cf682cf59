package io.github.talosforge.proxmox.property;

/** When a running VM takes the new value of an option; a VM that is off takes all at once. */
public enum HotPlugging {
  /** At once: the guest does not see it, or QEMU changes it while it runs. */
  AT_ONCE,
  /** At once where the VM lets network cards be plugged in. */
  WITH_NETWORK,
  /** At once where the VM lets USB devices be plugged in. */
  WITH_USB,
  /** At once where the VM lets processors be plugged in. */
  WITH_CPU,
  /** At once where the VM lets memory be plugged in, for which it needs NUMA. */
  WITH_MEMORY,
  /** At once while ballooning is on before and after. */
  WHILE_BALLOONING,
  /** Not before the VM was stopped and started. */
  AFTER_STOP_START
}
