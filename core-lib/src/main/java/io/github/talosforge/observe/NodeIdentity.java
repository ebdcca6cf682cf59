package io.github.talosforge.observe;

import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.Tag;
import io.github.talosforge.model.VmId;
import java.util.Optional;
import java.util.Set;

/**
 * What a VM must show to be a node of a cluster. A VM's id is never enough: ids are reused.
 *
 * @param cluster the cluster's name, which is in a tag
 * @param uid what tells the cluster from another one of the same name
 * @param node the node
 * @param part which of the node's VMs it is
 * @param uuid the SMBIOS UUID, which follows from uid, node and part
 */
public record NodeIdentity(
    ClusterName cluster, ClusterUid uid, NodeName node, NodePart part, SmbiosUuid uuid) {
  /** The tag of every VM that is a node of some cluster. */
  public static final Tag OURS = Tag.of("talosforge");

  /** Returns the tag of every VM of a cluster. */
  public static Tag tagOf(ClusterName cluster) {
    return Tag.of(OURS + "-" + cluster);
  }

  /** Returns the tags that the VM must have. */
  public Set<Tag> tags() {
    return Set.of(OURS, tagOf(cluster));
  }

  /** Returns the name that the VM must have. */
  public String vmName() {
    return part.vmName(node);
  }

  /** Returns the first line of the description of the VM with an id. */
  public Marker marker(VmId vm) {
    return new Marker(uid, node, part, Optional.of(vm));
  }
}
