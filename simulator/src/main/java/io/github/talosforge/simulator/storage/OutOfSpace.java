package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Volume;

/** The words of each storage when it is full. */
final class OutOfSpace {
  private OutOfSpace() {}

  /** Refuses when a volume needs more than there is; a full storage takes nothing at all. */
  static void check(long available, Storage storage, Volume volume) {
    if (available <= 0 || volume.used() > available) {
      throw ApiFailure.died(text(storage, volume));
    }
  }

  static String text(Storage storage, Volume volume) {
    String name = volume.fileName();
    return switch (storage.type()) {
      case LVMTHIN ->
          "lvcreate 'pve/"
              + name
              + "' error:   Cannot create new thin volume, free space in thin pool pve/data"
              + " reached threshold.";
      case ZFSPOOL -> "zfs error: cannot create 'rpool/data/" + name + "': out of space";
      case RBD ->
          "rbd create '" + name + "' error: rbd: create error: (28) No space left on device";
      case DIR, NFS ->
          "unable to create image: qemu-img: "
              + Paths.image(storage, volume.name())
              + ": No space left on device";
    };
  }
}
