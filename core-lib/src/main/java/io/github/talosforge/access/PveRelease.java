package io.github.talosforge.access;

/** A release of Proxmox VE, as far as rights differ between them. */
public enum PveRelease {
  /** Proxmox VE 8, where the guest agent is behind {@code VM.Monitor}. */
  PVE_8("8", "VM.Monitor"),
  /** Proxmox VE 9, which refuses {@code VM.Monitor} as unknown. */
  PVE_9("9", "VM.GuestAgent.Audit");

  private final String label;
  private final String agentPrivilege;

  PveRelease(String label, String agentPrivilege) {
    this.label = label;
    this.agentPrivilege = agentPrivilege;
  }

  /** Returns the release as people write it. */
  public String label() {
    return label;
  }

  String agentPrivilege() {
    return agentPrivilege;
  }

  /**
   * Reads a release.
   *
   * @throws IllegalArgumentException if it is neither 8 nor 9, with or without a minor number
   */
  public static PveRelease parse(String text) {
    return switch (text.strip().replaceFirst("\\..*", "")) {
      case "8" -> PVE_8;
      case "9" -> PVE_9;
      default ->
          throw new IllegalArgumentException(
              "'" + text + "' is not a Proxmox VE release that is known: expected 8 or 9");
    };
  }
}
