package io.github.talosforge.validation.rules;

import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import java.util.Optional;
import java.util.stream.Stream;

/** Guesses from a storage's name what only the live system knows. */
final class LocalStorage {

  private LocalStorage() {}

  /** Returns a storage of a node that is called like those that every host has for itself. */
  static Optional<StorageName> of(NodeSpec node) {
    Stream<StorageName> disks =
        Stream.concat(Stream.of(node.vm().systemDisk()), node.vm().extraDisks().stream())
            .map(DiskSpec::storage);
    Stream<StorageName> volumes =
        node.volumes().volumes().stream().flatMap(volume -> volume.storage().stream());
    return Stream.concat(disks, volumes).filter(LocalStorage::looksLocal).findFirst();
  }

  private static boolean looksLocal(StorageName storage) {
    return storage.value().equals("local") || storage.value().startsWith("local-");
  }
}
