package io.github.talosforge.cidata;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.StorageName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a node's CD on a storage. It tells cluster, node and content, so that a file found
 * there is known for ours without looking into it.
 *
 * @param cluster the cluster
 * @param node the node
 * @param hash the first digits of the content's SHA-256
 */
public record CidataFile(ClusterUid cluster, NodeName node, String hash) {
  private static final Pattern VOLUME =
      Pattern.compile(
          "[^:,/]+:iso/talosforge-cidata_(?<cluster>[^_/]+)_(?<node>[^_/]+)_(?<hash>[0-9a-f]{16})"
              + "\\.iso");

  /** Reads a volume such as {@code local:iso/talosforge-cidata_….iso}; empty if it is another. */
  public static Optional<CidataFile> of(String volume) {
    Matcher parts = VOLUME.matcher(volume);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new CidataFile(
              ClusterUid.of(parts.group("cluster")),
              NodeName.of(parts.group("node")),
              parts.group("hash")));
    } catch (InvalidValueException notOurs) {
      return Optional.empty();
    }
  }

  /** Tells whether it is the CD of a cluster's node, with whatever content. */
  public boolean isOf(ClusterUid uid, NodeName name) {
    return cluster.equals(uid) && node.equals(name);
  }

  /** Returns the volume on a storage. */
  public String volume(StorageName storage) {
    return storage + ":iso/" + this;
  }

  /** Returns the name itself. */
  @Override
  public String toString() {
    return "talosforge-cidata_" + cluster + "_" + node + "_" + hash + ".iso";
  }
}
