package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import org.jspecify.annotations.Nullable;

/** What can come up before the first write. */
public enum PreflightFinding {
  /** The credentials lack a privilege that a change needs. */
  RIGHT_MISSING(Severity.ERROR),
  /** The credentials see one pool only. */
  SIGHT_LIMITED(Severity.WARNING),
  /** A storage does not exist on a host. */
  STORAGE_MISSING(Severity.ERROR),
  /** A storage exists but is not available on a host. */
  STORAGE_UNAVAILABLE(Severity.ERROR),
  /** A storage does not allow what is to be put there. */
  STORAGE_CONTENT(Severity.ERROR),
  /** A storage has no room for what is to be put there. */
  STORAGE_FULL(Severity.ERROR),
  /** A storage would promise more than it has. */
  STORAGE_OVERCOMMITTED(Severity.WARNING),
  /** A bridge or vnet does not exist on a host, or may not be seen. */
  BRIDGE_MISSING(Severity.ERROR),
  /** A VLAN tag is asked of a bridge that knows no VLANs. */
  BRIDGE_NOT_VLAN_AWARE(Severity.WARNING),
  /** A host does not know a processor model. */
  CPU_TYPE_UNKNOWN(Severity.ERROR),
  /** A custom processor model cannot be seen with these credentials. */
  CPU_TYPE_UNSEEN(Severity.WARNING),
  /** A VM is to have more virtual processors than its host has processors. */
  CPU_LIMIT(Severity.ERROR),
  /** A device, or the mapping that names it, is not on the host. */
  DEVICE_MISSING(Severity.ERROR),
  /** Only root may pass a device through by its address. */
  DEVICE_NEEDS_ROOT(Severity.ERROR),
  /** Only root may set an option. */
  OPTION_NEEDS_ROOT(Severity.ERROR),
  /** The credentials may not see the devices of a host. */
  DEVICE_UNSEEN(Severity.WARNING),
  /** A device is in no IOMMU group, so that it cannot be passed through. */
  DEVICE_WITHOUT_IOMMU(Severity.ERROR),
  /** A device can only be passed through together with others. */
  DEVICE_GROUP_SHARED(Severity.WARNING),
  /** More VMs want a device than there are of it. */
  DEVICE_TAKEN(Severity.ERROR),
  /** A VM that does not run now has the same device. */
  DEVICE_PROMISED(Severity.WARNING),
  /** The server's clock and this machine's differ. */
  CLOCK_DIFFERS(Severity.WARNING),
  /** An id is taken by a guest that the credentials cannot see. */
  ID_TAKEN(Severity.ERROR),
  /** Somebody answers at an address that a new node is to get. */
  ADDRESS_ANSWERS(Severity.ERROR),
  /** The Image Factory does not know the Talos version. */
  VERSION_UNKNOWN(Severity.ERROR),
  /** The Image Factory does not have a system extension. */
  EXTENSION_UNKNOWN(Severity.ERROR),
  /** The Image Factory cannot be asked from here. */
  FACTORY_UNREACHABLE(Severity.WARNING);

  private final Severity severity;

  PreflightFinding(Severity severity) {
    this.severity = severity;
  }

  /**
   * Gives the stable code.
   *
   * @return such as {@code TF-PREFLIGHT-RIGHT-MISSING}
   */
  public String code() {
    return "TF-PREFLIGHT-" + name().replace('_', '-');
  }

  /**
   * Tells where it arises.
   *
   * @return the area
   */
  public FindingArea area() {
    return FindingArea.PREFLIGHT;
  }

  /**
   * Tells how much it matters.
   *
   * @return the severity
   */
  public Severity severity() {
    return severity;
  }

  Finding finding(String message, @Nullable String suggestion) {
    return at(null, message, suggestion);
  }

  Finding at(@Nullable SourceLocation location, String message, @Nullable String suggestion) {
    return new Finding(area(), code(), severity, location, message, suggestion);
  }
}
