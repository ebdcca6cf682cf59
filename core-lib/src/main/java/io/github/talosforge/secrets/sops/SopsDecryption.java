package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import java.security.GeneralSecurityException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;

/** Opens a document that SOPS encrypted. */
final class SopsDecryption {
  private final String file;
  private final SopsMetadata metadata;
  private final SopsCipher cipher;

  private SopsDecryption(String file, SopsMetadata metadata, SopsCipher cipher) {
    this.file = file;
    this.metadata = metadata;
    this.cipher = cipher;
  }

  static List<YamlMap> decrypt(
      String file, List<YamlMap> documents, SopsMetadata metadata, AgeIdentities identities) {
    byte[] key = dataKey(file, metadata, identities);
    return new SopsDecryption(file, metadata, new SopsCipher(key)).decrypt(documents);
  }

  private static byte[] dataKey(String file, SopsMetadata metadata, AgeIdentities identities) {
    if (metadata.keys().isEmpty()) {
      String with =
          metadata.others().isEmpty() ? "nothing known" : String.join(" and ", metadata.others());
      throw new SopsException(
          file
              + " is encrypted with "
              + with
              + "; only age is supported here. Add an age recipient to it: sops rotate -i --add-age"
              + " <age1…> "
              + file);
    }
    return metadata.keys().stream()
        .flatMap(known -> identities.decrypt(known.armored()).stream())
        .filter(key -> key.length == SopsCipher.KEY_BYTES)
        .findFirst()
        .orElseThrow(() -> new SopsException(noIdentity(file, metadata, identities)));
  }

  private static String noIdentity(String file, SopsMetadata metadata, AgeIdentities identities) {
    List<String> recipients =
        metadata.keys().stream().map(SopsMetadata.SealedKey::recipient).toList();
    String others =
        metadata.others().isEmpty()
            ? ""
            : " (and with " + String.join(" and ", metadata.others()) + ", not supported here)";
    return file
        + " is encrypted for "
        + String.join(", ", recipients)
        + others
        + ", and no age identity that fits was found. Looked in "
        + String.join("; ", identities.looked())
        + ".";
  }

  private List<YamlMap> decrypt(List<YamlMap> documents) {
    SopsTree tree = new SopsTree(metadata.selection(), metadata.onlyEncrypted(), this::open);
    List<YamlMap> opened = documents.stream().map(tree::walk).toList();
    if (!SopsTree.sameChecksum(tree.checksum(), storedChecksum())) {
      throw new SopsException(
          file
              + " was changed after it was encrypted: its checksum (MAC) does not fit. Restore it,"
              + " or edit it only with 'sops "
              + file
              + "'.");
    }
    return opened;
  }

  private String storedChecksum() {
    try {
      return cipher.decrypt(metadata.mac(), goTime(metadata.lastModified())).text();
    } catch (GeneralSecurityException e) {
      throw new SopsException(
          file + ": the checksum (MAC) or 'lastmodified' was changed after encryption", e);
    }
  }

  /** SOPS binds the checksum to the time as it writes it, whatever form the file has. */
  private static String goTime(String written) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(written);
      return time.getOffset().equals(ZoneOffset.UTC)
          ? DateTimeFormatter.ISO_INSTANT.format(time.withNano(0))
          : written;
    } catch (DateTimeParseException e) {
      return written;
    }
  }

  private SopsTree.Replaced open(YamlScalar scalar, List<String> path) {
    String place = String.join(".", path);
    try {
      YamlScalar clear = SopsValue.scalar(cipher.decrypt(scalar.text(), SopsTree.place(path)));
      return new SopsTree.Replaced(clear, clear);
    } catch (GeneralSecurityException e) {
      String why =
          SopsCipher.hasForm(scalar.text())
              ? "was changed or moved after it was encrypted"
              : "is not encrypted, although the file's rules say so";
      throw new SopsException(
          file + ":" + Math.max(1, scalar.line()) + ": the value of '" + place + "' " + why, e);
    }
  }
}
