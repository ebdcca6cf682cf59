package io.github.talosforge.allocation;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.Wwn;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one node gets.
 *
 * @param node the node
 * @param vmId the id of its VM
 * @param dataVmId the id of the VM that keeps its data disks, when it has one
 * @param host where its VM lives or is to be made; empty when no host is known at all
 * @param address its address, unless DHCP gives one
 * @param macs the hardware addresses of its network cards, first card first
 * @param uuid its SMBIOS UUID
 * @param wwns the world wide names of its disks, by {@link DiskKey}
 */
public record NodeAssignment(
    NodeName node,
    VmId vmId,
    Optional<VmId> dataVmId,
    Optional<HostName> host,
    Optional<Ipv4Address> address,
    List<MacAddress> macs,
    SmbiosUuid uuid,
    Map<String, Wwn> wwns) {

  /** What the name of a data VM has behind its node's. */
  public static final String DATA_VM_SUFFIX = "-data";

  /** Keeps own copies of the collections. */
  public NodeAssignment {
    macs = List.copyOf(macs);
    wwns = Collections.unmodifiableSortedMap(new TreeMap<>(wwns));
  }

  /** Returns the name of the VM that keeps a node's data disks. */
  public static String dataVmName(NodeName node) {
    return node.value() + DATA_VM_SUFFIX;
  }
}
