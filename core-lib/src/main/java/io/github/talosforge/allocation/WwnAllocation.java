package io.github.talosforge.allocation;

import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VolumeSpec;
import io.github.talosforge.model.Wwn;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Gives every disk a world wide name: the demanded one, else one derived from node and disk. */
final class WwnAllocation {
  private final SpecIndex index;
  private final DerivedIdentity identity;
  private final Set<Wwn> used = new HashSet<>();

  WwnAllocation(SpecIndex index, DerivedIdentity identity) {
    this.index = index;
    this.identity = identity;
  }

  Map<NodeName, Map<String, Wwn>> allocate() {
    Map<NodeName, Map<String, Optional<Wwn>>> disks = new HashMap<>();
    index.nodes().forEach((name, node) -> disks.put(name, disks(node)));
    disks.values().forEach(node -> node.values().forEach(wwn -> wwn.ifPresent(used::add)));
    Map<NodeName, Map<String, Wwn>> wwns = new HashMap<>();
    for (NodeName name : index.nodes().keySet()) {
      Map<String, Wwn> own = new TreeMap<>();
      disks
          .getOrDefault(name, Map.of())
          .forEach((disk, wwn) -> own.put(disk, wwn.orElseGet(() -> derive(name, disk))));
      wwns.put(name, own);
    }
    return wwns;
  }

  private static Map<String, Optional<Wwn>> disks(NodeSpec node) {
    Map<String, Optional<Wwn>> disks = new TreeMap<>();
    disks.put(DiskKey.SYSTEM, node.vm().systemDisk().wwn());
    if (node.volumes().dataVm()) {
      disks.put(DiskKey.EPHEMERAL, Optional.empty());
    }
    for (VolumeSpec volume : node.volumes().volumes()) {
      if (volume.type() == VolumeSpec.Type.DISK) {
        disks.put(DiskKey.volume(volume.name()), Optional.empty());
      }
    }
    int number = 0;
    for (DiskSpec extra : node.vm().extraDisks()) {
      disks.put(DiskKey.extra(number++), extra.wwn());
    }
    return disks;
  }

  private Wwn derive(NodeName node, String disk) {
    int attempt = 0;
    while (!used.add(identity.wwn(node, disk, attempt))) {
      attempt++;
    }
    return identity.wwn(node, disk, attempt);
  }
}
