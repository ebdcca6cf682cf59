package io.github.talosforge.desired;

import io.github.talosforge.allocation.DiskKey;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.VolumeSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A disk that a node's data VM keeps. Its name is in the volume's name, so that it is the same one
 * wherever it is attached.
 *
 * @param disk the disk, by {@link DiskKey}
 * @param name what the volume is called behind the VM's id
 * @param storage where it is made
 * @param size its size
 */
public record DataVolume(String disk, String name, StorageName storage, DiskSize size) {
  private static final String EPHEMERAL = "ephemeral";
  private static final String VOLUME = "volume-";

  /** Returns the disks that a node's data VM should keep: EPHEMERAL, then volumes by name. */
  public static List<DataVolume> of(NodeSpec node) {
    List<DataVolume> disks = new ArrayList<>();
    if (!node.volumes().dataVm()) {
      return disks;
    }
    StorageName storage = node.vm().systemDisk().storage();
    node.volumes()
        .ephemeralSize()
        .ifPresent(size -> disks.add(new DataVolume(DiskKey.EPHEMERAL, EPHEMERAL, storage, size)));
    for (VolumeSpec volume : node.volumes().volumes()) {
      if (volume.type() == VolumeSpec.Type.DISK && volume.size().isPresent()) {
        disks.add(
            new DataVolume(
                DiskKey.volume(volume.name()),
                VOLUME + volume.name(),
                volume.storage().orElse(storage),
                volume.size().get()));
      }
    }
    return disks;
  }

  /** Tells whether a name is one that a disk of a data VM has. */
  public static boolean isKept(String name) {
    return name.equals(EPHEMERAL) || isVolume(name);
  }

  /** Tells whether a name is one that the disk of a user volume has. */
  public static boolean isVolume(String name) {
    return name.startsWith(VOLUME);
  }

  /** Returns the setting of the node that gives the size. */
  String setting() {
    return isVolume(name)
        ? "volumes." + name.substring(VOLUME.length()) + ".size"
        : "ephemeral_size";
  }

  /** Returns the file name that Proxmox wants, which begins with the owner's id. */
  public String fileName(VmId dataVm, boolean files) {
    return "vm-" + dataVm + "-" + name + (files ? ".raw" : "");
  }

  /** Returns the identifier that the volume then has. */
  public String volume(VmId dataVm, boolean files) {
    return storage + ":" + (files ? dataVm + "/" : "") + fileName(dataVm, files);
  }
}
