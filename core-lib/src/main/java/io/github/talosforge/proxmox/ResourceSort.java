package io.github.talosforge.proxmox;

/** The sorts of resources that a list can be limited to. */
public enum ResourceSort {
  /** Virtual machines and containers. */
  VM("vm"),
  /** Storages, once for each host. */
  STORAGE("storage"),
  /** Hosts. */
  HOST("node"),
  /** Software-defined networks. */
  SDN("sdn");

  private final String word;

  ResourceSort(String word) {
    this.word = word;
  }

  /**
   * Tells the word of Proxmox VE.
   *
   * @return for example {@code node}
   */
  public String word() {
    return word;
  }
}
