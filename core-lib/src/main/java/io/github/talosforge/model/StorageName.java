package io.github.talosforge.model;

/**
 * The name of a Proxmox VE storage.
 *
 * @param value the name
 */
public record StorageName(String value) implements Comparable<StorageName> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a storage",
          "letters, digits, '.', '-' and '_', beginning with a letter and ending with a letter or digit",
          "[A-Za-z][A-Za-z0-9._-]*[A-Za-z0-9]");

  /** Checks the form of the name. */
  public StorageName {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code local-zfs}. */
  public static StorageName of(String text) {
    return new StorageName(text);
  }

  @Override
  public int compareTo(StorageName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
