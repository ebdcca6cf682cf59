package io.github.talosforge.allocation;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.Wwn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.UUID;

/**
 * Identities that follow from a cluster's uid and a node's name, so that nothing has to be stored
 * and a node rebuilt from nothing is the same machine.
 *
 * <p>Each is cut out of the SHA-256 of the uid, the node and what it is for. MAC addresses have 24
 * bits of their own after the prefix of Proxmox, few enough to collide in a large cluster: a
 * further {@code attempt} gives a further candidate.
 */
public final class DerivedIdentity {
  private final String cluster;

  DerivedIdentity(String cluster) {
    this.cluster = cluster;
  }

  /** Returns the identities of a cluster's nodes. */
  public static DerivedIdentity of(ClusterUid uid) {
    return new DerivedIdentity(uid.value());
  }

  MacAddress mac(NodeName node, int card, int attempt) {
    ByteBuffer hash = hash("mac", node, Integer.toString(card), attempt);
    return MacAddress.of(
        String.format(
            Locale.ROOT,
            "BC:24:11:%02X:%02X:%02X",
            hash.get() & 255,
            hash.get() & 255,
            hash.get() & 255));
  }

  /** Returns a UUID of version 8, RFC 9562's for names hashed by other means than MD5 and SHA-1. */
  public SmbiosUuid uuid(NodeName node) {
    return uuid(node, "");
  }

  /** Returns the UUID of the VM that keeps a node's data disks. */
  public SmbiosUuid dataUuid(NodeName node) {
    return uuid(node, "data");
  }

  private SmbiosUuid uuid(NodeName node, String part) {
    ByteBuffer hash = hash("uuid", node, part, 0);
    long high = (hash.getLong() & ~0xF000L) | 0x8000L;
    long low = (hash.getLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new SmbiosUuid(new UUID(high, low));
  }

  /**
   * Returns the world wide name of a node's disk, whether or not the node has such a disk now.
   *
   * @param node the node
   * @param disk the disk, by {@link DiskKey}
   * @param attempt 0, unless that name is another disk's
   */
  public Wwn wwn(NodeName node, String disk, int attempt) {
    long hash = hash("wwn", node, disk, attempt).getLong() >>> 4;
    return Wwn.of(String.format(Locale.ROOT, "0x5%015x", hash));
  }

  private ByteBuffer hash(String purpose, NodeName node, String part, int attempt) {
    String text =
        String.join("\n", "talosforge", purpose, cluster, node.value(), part, "" + attempt);
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
