package io.github.talosforge.simulator.world;

/** The release of Proxmox VE that the simulator speaks like. */
public enum Personality {
  /** Proxmox VE 8.4: VM.Monitor, HA groups. */
  PVE_8_4("8.4.14", "8.4", "b502d23c55afcba1", "pc-i440fx-9.2+pve1", "9.2.0"),
  /** Proxmox VE 9.1: VM.GuestAgent privileges, HA rules. */
  PVE_9_1("9.1.6", "9.1", "71482d1833ded40a", "pc-i440fx-10.1+pve0", "10.1.2"),
  /** Proxmox VE 9.2: tags of a create call are checked without its pool, HA can be disarmed. */
  PVE_9_2("9.2.11", "9.2", "14a22df300000000", "pc-i440fx-10.2+pve0", "10.2.1");

  private final String version;
  private final String release;
  private final String repositoryId;
  private final String machine;
  private final String qemu;

  Personality(String version, String release, String repositoryId, String machine, String qemu) {
    this.version = version;
    this.release = release;
    this.repositoryId = repositoryId;
    this.machine = machine;
    this.qemu = qemu;
  }

  /**
   * The version of pve-manager.
   *
   * @return for example {@code 9.1.6}
   */
  public String version() {
    return version;
  }

  /**
   * The release.
   *
   * @return for example {@code 9.1}
   */
  public String release() {
    return release;
  }

  /**
   * The short commit hash that {@code /version} shows.
   *
   * @return the hash
   */
  public String repositoryId() {
    return repositoryId;
  }

  /**
   * The machine type that a new i440fx VM runs with.
   *
   * @return the machine type
   */
  public String machine() {
    return machine;
  }

  /**
   * The version of QEMU.
   *
   * @return the version
   */
  public String qemu() {
    return qemu;
  }

  /**
   * Whether this is release 9 or later.
   *
   * @return whether it is
   */
  public boolean isNine() {
    return this != PVE_8_4;
  }

  /**
   * Whether tags in the call that makes a VM are checked, and then without the pool of the call.
   *
   * @return whether they are
   */
  public boolean checksTagsOfNewVms() {
    return this == PVE_9_2;
  }

  /**
   * Whether the status of HA tells of its watchdogs, which can be disarmed.
   *
   * @return whether it does
   */
  public boolean knowsDisarming() {
    return this == PVE_9_2;
  }
}
