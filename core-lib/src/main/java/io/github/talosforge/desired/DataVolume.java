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
  private static final String FILE = ".raw";

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

  /** Tells whether a volume has a name that only the disks of a data VM are given. */
  public static boolean isMadeFor(VmId dataVm, String volume) {
    String file = volume.substring(Math.max(volume.lastIndexOf(':'), volume.lastIndexOf('/')) + 1);
    String prefix = "vm-" + dataVm + "-";
    if (!file.startsWith(prefix)) {
      return false;
    }
    String name = file.substring(prefix.length());
    return isVolume(name) || name.equals(EPHEMERAL) || name.equals(EPHEMERAL + FILE);
  }

  /** Tells whether a node's files name the disk of a user volume, with or without a data VM. */
  public static boolean isNamed(NodeSpec node, String volume) {
    return node.volumes().volumes().stream()
        .filter(one -> one.type() == VolumeSpec.Type.DISK)
        .anyMatch(one -> one.name().equals(volume));
  }

  /** Returns what the disk of a user volume is called behind the VM's id. */
  public static String nameOf(String volume) {
    return VOLUME + volume;
  }

  /** Returns the user volume whose disk is called so behind the VM's id. */
  public static String volumeIn(String name) {
    return name.substring(VOLUME.length());
  }

  /** Tells whether somebody means the disk that is no user volume. */
  public static boolean isEphemeral(String volume) {
    return volume.equalsIgnoreCase(EPHEMERAL);
  }

  /** Returns the setting of the node that gives the size. */
  String setting() {
    return isVolume(name) ? "volumes." + volumeIn(name) + ".size" : "ephemeral_size";
  }

  /** Returns the file name that Proxmox wants, which begins with the owner's id. */
  public String fileName(VmId dataVm, boolean files) {
    return "vm-" + dataVm + "-" + name + (files ? FILE : "");
  }

  /** Returns the identifier that the volume then has. */
  public String volume(VmId dataVm, boolean files) {
    return storage + ":" + (files ? dataVm + "/" : "") + fileName(dataVm, files);
  }
}
