package io.github.talosforge.model;

import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all nodes share of Talos.
 *
 * @param version the Talos version
 * @param registryMirrors the mirrors' URLs of each registry host, tried in order
 * @param encryption how disks are encrypted
 */
public record TalosSpec(
    TalosVersion version, Map<String, List<URI>> registryMirrors, DiskEncryptionSpec encryption) {

  /** Keeps an own copy, sorted by registry. */
  public TalosSpec {
    registryMirrors = Collections.unmodifiableSortedMap(new TreeMap<>(registryMirrors));
  }
}
