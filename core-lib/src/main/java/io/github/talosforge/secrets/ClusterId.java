package io.github.talosforge.secrets;

import io.github.talosforge.model.ClusterUid;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The name of a cluster in Talos' discovery, {@code cluster.id} in its files.
 *
 * <p>Talos takes it for 32 random bytes. Half of those made here are: the first four bytes are a
 * mark, the next twelve a hash of the cluster's uid, so that a bundle in the wrong place is noticed
 * before anything is configured with it.
 *
 * @param value the text, which Talos does not look into
 */
public record ClusterId(String value) {
  private static final byte[] MARK = "TFC1".getBytes(StandardCharsets.US_ASCII);
  private static final int HASH_BYTES = 12;
  private static final int BYTES = 32;
  private static final int UID_BYTES = 8;

  /** Whether an id belongs to a cluster. */
  public enum Belonging {
    /** It was made for this cluster. */
    OWN,
    /** It was made for another cluster. */
    FOREIGN,
    /** Another program made it, so that only the cluster itself can tell. */
    UNKNOWN
  }

  /**
   * Makes an id for a cluster.
   *
   * @param uid the cluster's uid
   * @param random where the rest of it comes from
   * @return the id
   */
  public static ClusterId of(ClusterUid uid, SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    System.arraycopy(MARK, 0, bytes, 0, MARK.length);
    System.arraycopy(hash(uid), 0, bytes, MARK.length, HASH_BYTES);
    return new ClusterId(Base64.getUrlEncoder().encodeToString(bytes));
  }

  /**
   * Tells whether this is the id of a cluster.
   *
   * @param uid the cluster's uid, as its file has it or as {@link #uid()} gives it
   * @return what is known about it
   */
  public Belonging belonging(ClusterUid uid) {
    if (uid.equals(uid())) {
      return Belonging.OWN;
    }
    byte[] bytes = bytes();
    int end = MARK.length + HASH_BYTES;
    if (bytes.length != BYTES || !Arrays.equals(MARK, Arrays.copyOf(bytes, MARK.length))) {
      return Belonging.UNKNOWN;
    }
    return Arrays.equals(hash(uid), Arrays.copyOfRange(bytes, MARK.length, end))
        ? Belonging.OWN
        : Belonging.FOREIGN;
  }

  /** Returns the uid of a cluster whose file names none. */
  public ClusterUid uid() {
    byte[] hash = sha256(value);
    return ClusterUid.of(HexFormat.of().formatHex(hash, 0, UID_BYTES));
  }

  private byte[] bytes() {
    try {
      return Base64.getUrlDecoder().decode(value);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static byte[] hash(ClusterUid uid) {
    return Arrays.copyOf(sha256("cluster uid " + uid.value()), HASH_BYTES);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
