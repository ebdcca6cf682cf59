package io.github.talosforge.allocation;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.MemorySize;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.VmId;
import java.util.Map;
import java.util.Optional;

/**
 * A VM as it was found on the hypervisors.
 *
 * @param id its id
 * @param name its name
 * @param host the host that it is on
 * @param state what it is doing
 * @param ours whether it carries the mark of the cluster that is being laid out
 * @param memory the memory it was given
 * @param address the address of its first network card, as it is configured or as the guest says
 * @param macs the hardware addresses by number of network card
 * @param uuid its SMBIOS UUID, as far as known
 */
public record ObservedVm(
    VmId id,
    String name,
    HostName host,
    State state,
    boolean ours,
    MemorySize memory,
    Optional<Ipv4Address> address,
    Map<Integer, MacAddress> macs,
    Optional<SmbiosUuid> uuid) {

  /** Keeps an own copy of the map. */
  public ObservedVm {
    macs = Map.copyOf(macs);
  }

  /** What an observed VM is doing. */
  public enum State {
    /** It runs. */
    RUNNING,
    /** It is switched off. */
    STOPPED,
    /** It is a template and never runs. */
    TEMPLATE
  }

  /**
   * Tells whether memory must be kept for this VM: it runs, or it is a node of this cluster and
   * will. A stopped VM of somebody else has no claim.
   */
  public boolean needsMemory() {
    return state == State.RUNNING || (ours && state == State.STOPPED);
  }
}
