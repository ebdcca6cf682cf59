package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.world.Storage;

/** Where files would lie on a host. */
final class Paths {
  private Paths() {}

  static String root(Storage storage) {
    return storage.root();
  }

  static String image(Storage storage, String name) {
    return root(storage) + "/images/" + name;
  }

  static String content(Storage storage, String content) {
    return root(storage)
        + (content.equals("import") ? "/import" : "/template/" + directory(content));
  }

  private static String directory(String content) {
    return content.equals("vztmpl") ? "cache" : content;
  }

  /** The backing file of a linked clone, as its image names it. */
  static String backing(String base) {
    return "../" + base.substring(base.indexOf(':') + 1);
  }

  /** What the storage says of a volume that is not there, when its size is asked for. */
  static String unreadable(Storage storage, String name) {
    String file = name.substring(name.lastIndexOf('/') + 1);
    return switch (storage.type()) {
      case DIR, NFS -> "volume_size_info on '" + storage.id() + ":" + name + "' failed - no format";
      case LVMTHIN ->
          "can't get size of '"
              + of(storage, name)
              + "':   Failed to find logical volume \"pve/"
              + name
              + "\"";
      case ZFSPOOL -> "zfs error: cannot open 'rpool/data/" + file + "': dataset does not exist";
      case RBD -> "rbd error: rbd: error opening image " + file + ": (2) No such file or directory";
    };
  }

  /** The path of a volume as the API shows it. */
  static String of(Storage storage, String name) {
    int slash = name.indexOf('/');
    return switch (storage.type()) {
      case DIR, NFS ->
          name.matches("(?:iso|import|vztmpl)/.*")
              ? content(storage, name.substring(0, slash)) + name.substring(slash)
              : image(storage, name);
      case ZFSPOOL -> "/dev/zvol/rpool/data/" + name.substring(slash + 1);
      case LVMTHIN -> "/dev/pve/" + name;
      case RBD -> "rbd:rbd/" + name.substring(slash + 1);
    };
  }
}
