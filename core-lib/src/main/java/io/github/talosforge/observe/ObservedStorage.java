package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A storage as one host sees it.
 *
 * @param name the storage
 * @param host the host
 * @param shared whether every host sees the same volumes
 * @param available whether the host can use it now
 * @param content what may be kept there, such as {@code images}, {@code import} or {@code iso}
 * @param totalBytes the size; 0 when nothing is known
 * @param usedBytes what is used of it
 * @param files whether disks are files here, whose names end in their format
 */
public record ObservedStorage(
    StorageName name,
    HostName host,
    boolean shared,
    boolean available,
    Set<String> content,
    long totalBytes,
    long usedBytes,
    boolean files) {

  /** Keeps an own copy of the set, sorted. */
  public ObservedStorage {
    content = Collections.unmodifiableSortedSet(new TreeSet<>(content));
  }

  /** Describes a storage whose disks are no files. */
  public ObservedStorage(
      StorageName name,
      HostName host,
      boolean shared,
      boolean available,
      Set<String> content,
      long totalBytes,
      long usedBytes) {
    this(name, host, shared, available, content, totalBytes, usedBytes, false);
  }

  /** Returns what is left of it. */
  public long freeBytes() {
    return Math.max(0, totalBytes - usedBytes);
  }
}
