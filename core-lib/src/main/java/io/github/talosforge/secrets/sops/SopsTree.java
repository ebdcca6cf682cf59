package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.ScalarType;
import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlValue;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Walks through a document in its order, replaces every value and adds it to the checksum. */
final class SopsTree {
  /** What the checksum begins with when it leaves open values out: the SHA-256 of {@code sops}. */
  private static final String ONLY_ENCRYPTED =
      "8a3fd2ad54ce66527b1034f3d147be0b0b975b3bf44f72c6fdadec8176f27d69";

  private final Selection selection;
  private final boolean onlyEncrypted;
  private final Replacement replacement;
  private final MessageDigest digest;

  /** Gives a value that is to be encrypted or decrypted. */
  @FunctionalInterface
  interface Replacement {
    /**
     * Replaces a value.
     *
     * @param scalar the value
     * @param path the keys that lead to it
     * @return what was or will be in clear, and what stands in the new document
     */
    Replaced replace(YamlScalar scalar, List<String> path);
  }

  /**
   * A value that was replaced.
   *
   * @param clear the value that counts for the checksum
   * @param written the value in the new document
   */
  record Replaced(YamlScalar clear, YamlScalar written) {}

  SopsTree(Selection selection, boolean onlyEncrypted, Replacement replacement) {
    this.selection = selection;
    this.onlyEncrypted = onlyEncrypted;
    this.replacement = replacement;
    this.digest = sha512();
    if (onlyEncrypted) {
      digest.update(HexFormat.of().parseHex(ONLY_ENCRYPTED));
    }
  }

  /** The additional data that binds a value to its place. */
  static String place(List<String> path) {
    return String.join(":", path) + ":";
  }

  YamlMap walk(YamlMap map) {
    return walk(map, List.of());
  }

  /** Returns the checksum of all that was walked through. */
  String checksum() {
    return HexFormat.of().withUpperCase().formatHex(digest.digest());
  }

  private YamlMap walk(YamlMap map, List<String> path) {
    Map<String, YamlValue> walked = new LinkedHashMap<>();
    map.entries()
        .forEach(
            (key, value) -> {
              List<String> deeper = new ArrayList<>(path);
              deeper.add(key);
              walked.put(key, value(value, deeper));
            });
    return new YamlMap(walked, map.line());
  }

  private YamlValue value(YamlValue value, List<String> path) {
    if (value instanceof YamlMap map) {
      return walk(map, path);
    }
    if (value instanceof YamlList list) {
      return new YamlList(
          list.items().stream().map(item -> value(item, path)).toList(), list.line());
    }
    return scalar((YamlScalar) value, path);
  }

  private YamlScalar scalar(YamlScalar scalar, List<String> path) {
    if (scalar.type() == ScalarType.NULL) {
      return scalar;
    }
    if (!selection.encrypts(path)) {
      if (!onlyEncrypted) {
        digest.update(SopsValue.of(scalar).bytes());
      }
      return scalar;
    }
    if (scalar.text().isEmpty()) {
      return scalar;
    }
    Replaced replaced = replacement.replace(scalar, path);
    digest.update(SopsValue.of(replaced.clear()).bytes());
    return replaced.written();
  }

  private static MessageDigest sha512() {
    try {
      return MessageDigest.getInstance("SHA-512");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has SHA-512", e);
    }
  }

  static boolean sameChecksum(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
