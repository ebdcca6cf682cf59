package io.github.talosforge.cidata;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * A CD that gives a machine its configuration, as the platform {@code nocloud} reads it: a volume
 * called {@code cidata} with the files {@code user-data} and {@code meta-data}. It holds the
 * cluster's secrets.
 *
 * <p>The same configuration makes the same bytes.
 */
public final class CidataIso {
  private static final String LABEL = "cidata";
  private static final int HASH_DIGITS = 16;

  private final CidataFile file;
  private final byte[] bytes;

  private CidataIso(CidataFile file, byte[] bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /**
   * Writes the CD of a node.
   *
   * @param cluster the cluster
   * @param node the node
   * @param machineConfig its machine configuration
   * @return the CD
   */
  public static CidataIso of(ClusterUid cluster, NodeName node, String machineConfig) {
    String metaData = "instance-id: " + cluster + "-" + node + "\nlocal-hostname: " + node + "\n";
    byte[] image =
        IsoImage.of(LABEL, Map.of("meta-data", utf8(metaData), "user-data", utf8(machineConfig)));
    String hash = HexFormat.of().formatHex(sha256(image)).substring(0, HASH_DIGITS);
    return new CidataIso(new CidataFile(cluster, node, hash), image);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] sha256(byte[] image) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(image);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Returns the name that it has on a storage. */
  public CidataFile file() {
    return file;
  }

  /** Returns a copy of its bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Shows the name only: the content is secret. */
  @Override
  public String toString() {
    return "CidataIso[" + file + "]";
  }
}
