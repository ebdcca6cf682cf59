package io.github.talosforge.validation.rules;

import io.github.talosforge.model.StorageName;

/** Guesses from a storage's name what only the live system knows. */
final class LocalStorage {

  private LocalStorage() {}

  /** Tells whether a storage is called like those that an installation makes on every host. */
  static boolean looksLocal(StorageName storage) {
    return storage.value().equals("local") || storage.value().startsWith("local-");
  }
}
