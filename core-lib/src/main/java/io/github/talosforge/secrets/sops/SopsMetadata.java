package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What SOPS notes in a file about its encryption.
 *
 * @param keys the data key, encrypted for each recipient
 * @param others what else can open the file, in words
 * @param lastModified when the file was encrypted, as it is written
 * @param mac the encrypted checksum
 * @param selection which values are encrypted
 * @param onlyEncrypted whether the checksum leaves the values out that are not encrypted
 */
record SopsMetadata(
    List<SealedKey> keys,
    List<String> others,
    String lastModified,
    String mac,
    Selection selection,
    boolean onlyEncrypted) {

  static final String KEY = "sops";

  /** The version whose format is written; SOPS reads files of all versions up to its own. */
  private static final String VERSION = "3.9.0";

  private static final Map<String, String> OTHERS =
      Map.of(
          "pgp", "PGP",
          "kms", "AWS KMS",
          "gcp_kms", "Google Cloud KMS",
          "azure_kv", "Azure Key Vault",
          "hc_vault", "HashiCorp Vault",
          "hckms", "Huawei Cloud KMS");

  /**
   * The data key for one recipient.
   *
   * @param recipient the age public key
   * @param armored the encrypted key
   */
  record SealedKey(String recipient, String armored) {}

  SopsMetadata {
    keys = List.copyOf(keys);
    others = List.copyOf(others);
  }

  static SopsMetadata read(String file, YamlMap sops) {
    YamlMap group = group(file, sops);
    return new SopsMetadata(
        sealedKeys(group),
        others(group),
        required(file, sops, "lastmodified"),
        required(file, sops, "mac"),
        Selection.of(file, sops),
        sops.text("mac_only_encrypted").orElse("false").equals("true"));
  }

  /** Several groups share the key among them by Shamir's scheme, so that none can open alone. */
  private static YamlMap group(String file, YamlMap sops) {
    List<YamlValue> groups = sops.list("key_groups").map(YamlList::items).orElse(List.of());
    if (groups.size() > 1) {
      throw new SopsException(
          file
              + " is encrypted for "
              + groups.size()
              + " key groups together (Shamir's secret sharing), which is not supported here."
              + " Encrypt it with one group: sops updatekeys, after removing key_groups from"
              + " .sops.yaml.");
    }
    return groups.size() == 1 && groups.get(0) instanceof YamlMap only ? only : sops;
  }

  private static List<SealedKey> sealedKeys(YamlMap group) {
    List<SealedKey> keys = new ArrayList<>();
    for (YamlValue item : group.list("age").map(YamlList::items).orElse(List.of())) {
      if (item instanceof YamlMap key) {
        keys.add(new SealedKey(key.text("recipient").orElse("?"), key.text("enc").orElse("")));
      }
    }
    return keys;
  }

  private static List<String> others(YamlMap group) {
    return OTHERS.entrySet().stream()
        .filter(kind -> !group.list(kind.getKey()).map(YamlList::items).orElse(List.of()).isEmpty())
        .map(Map.Entry::getValue)
        .sorted()
        .collect(Collectors.toList());
  }

  private static String required(String file, YamlMap sops, String key) {
    return sops.text(key)
        .orElseThrow(
            () -> new SopsException(file + ": the metadata of SOPS have no '" + key + "'"));
  }

  /** Writes the metadata as the value of {@link #KEY}. */
  YamlMap write() {
    Map<String, YamlValue> entries = new LinkedHashMap<>();
    entries.put(
        "age",
        YamlList.of(
            keys.stream()
                .map(
                    key ->
                        YamlMap.of(Map.of())
                            .with("recipient", YamlScalar.text(key.recipient()))
                            .with("enc", YamlScalar.text(key.armored())))
                .toList()));
    entries.put("lastmodified", YamlScalar.text(lastModified));
    entries.put("mac", YamlScalar.text(mac));
    entries.put(selection.rule().key(), YamlScalar.text(selection.word()));
    if (onlyEncrypted) {
      entries.put("mac_only_encrypted", YamlScalar.plain("true"));
    }
    entries.put("version", YamlScalar.text(VERSION));
    return YamlMap.of(entries);
  }
}
