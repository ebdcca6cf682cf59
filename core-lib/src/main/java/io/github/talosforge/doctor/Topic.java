package io.github.talosforge.doctor;

import java.util.Locale;

/** What lines are grouped by, in the order in which a page shows them. */
public enum Topic {
  /** The server that answers. */
  PROXMOX("Proxmox VE"),
  /** What the token may do. */
  RIGHTS("Rights"),
  /** The hosts and the room on them. */
  HOSTS("Hosts"),
  /** What VMs compute with. */
  PROCESSORS("Processors"),
  /** Where disks and images are. */
  STORAGES("Storages"),
  /** Bridges and addresses. */
  NETWORK("Network"),
  /** Where the Talos image comes from. */
  IMAGES("Image Factory");

  private final String heading;

  Topic(String heading) {
    this.heading = heading;
  }

  /** Returns the heading for people. */
  public String heading() {
    return heading;
  }

  /** Returns the word for programs. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
