package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.world.Storage;

/** Where files would lie on a host. */
final class Paths {
  private Paths() {}

  static String root(Storage storage) {
    return storage.id().equals("local") ? "/var/lib/vz" : "/mnt/pve/" + storage.id();
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
