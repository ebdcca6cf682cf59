package io.github.talosforge;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.VmId;
import java.util.Optional;

/**
 * How a node is.
 *
 * @param node the node; {@code vm-ID} for a VM of the cluster on a host that is down, of which not
 *     even the name is told any more
 * @param role what it does; empty when the files no longer name it
 * @param vmId the id of its VM
 * @param host where its VM is
 * @param address its address, as far as the VM's configuration tells
 * @param given what its VM gives its first card: an address with the length of its prefix, or
 *     {@code dhcp}; empty where it says neither
 * @param mac the hardware address of its first network card
 * @param uuid the SMBIOS UUID in force, which is another one while an adopted VM waits for its own
 * @param state what its VM does
 * @param waiting whether changes wait for a stop and start
 * @param dataVm the VM that keeps its data disks, where there is one
 */
public record NodeStatus(
    NodeName node,
    Optional<NodeRole> role,
    Optional<VmId> vmId,
    Optional<HostName> host,
    Optional<Ipv4Address> address,
    Optional<String> given,
    Optional<MacAddress> mac,
    Optional<SmbiosUuid> uuid,
    State state,
    boolean waiting,
    Optional<DataVm> dataVm) {

  /**
   * The VM that keeps a node's data disks and never runs.
   *
   * @param vmId its id
   * @param host where it is
   * @param state what it does
   */
  public record DataVm(VmId vmId, HostName host, State state) {}

  /** What the VM of a node does. */
  public enum State {
    /** It runs. */
    RUNNING,
    /** It is switched off. */
    STOPPED,
    /** Its making was interrupted or goes on. */
    UNFINISHED,
    /** Its host is down, or a VM may be it whose host is down, which nobody can look at. */
    UNREACHABLE,
    /** There is none. */
    MISSING
  }
}
