package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlStyle;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Encrypts documents as SOPS does. */
public final class SopsEncryption {
  private final CreationRule rule;
  private final SecureRandom random;
  private final SopsCipher cipher;
  private final byte[] key;

  private SopsEncryption(CreationRule rule, SecureRandom random) {
    this.rule = rule;
    this.random = random;
    this.key = new byte[SopsCipher.KEY_BYTES];
    random.nextBytes(key);
    this.cipher = new SopsCipher(key);
  }

  /**
   * Encrypts a document with a new data key.
   *
   * @param document what to encrypt
   * @param format how to write it
   * @param rule for whom, and which values
   * @param now the time that is noted in the file
   * @param random where keys come from
   * @return the text of the file
   */
  public static String encrypt(
      YamlMap document, SopsFormat format, CreationRule rule, Instant now, SecureRandom random) {
    YamlMap encrypted = new SopsEncryption(rule, random).encrypt(document, now);
    return switch (format) {
      case YAML -> YamlStyle.TALOS.write(encrypted);
      case JSON -> JsonText.write(encrypted);
      case DOTENV -> DotenvText.write(encrypted);
    };
  }

  private YamlMap encrypt(YamlMap document, Instant now) {
    if (document.get(SopsMetadata.KEY).isPresent()) {
      throw new SopsException("A document that has a key 'sops' cannot be encrypted with SOPS");
    }
    SopsTree tree = new SopsTree(rule.selection(), rule.onlyEncrypted(), this::seal);
    YamlMap closed = tree.walk(document);
    String time = DateTimeFormatter.ISO_INSTANT.format(now.truncatedTo(ChronoUnit.SECONDS));
    SopsMetadata metadata =
        new SopsMetadata(
            rule.recipients().stream()
                .map(who -> new SopsMetadata.SealedKey(who.value(), who.encrypt(key)))
                .toList(),
            List.of(),
            time,
            closed(SopsPlain.of(tree.checksum(), "str"), time),
            rule.selection(),
            rule.onlyEncrypted());
    return closed.with(SopsMetadata.KEY, metadata.write());
  }

  private SopsTree.Replaced seal(YamlScalar scalar, List<String> path) {
    String text = closed(SopsValue.of(scalar), SopsTree.place(path));
    return new SopsTree.Replaced(scalar, YamlScalar.text(text));
  }

  private String closed(SopsPlain plain, String place) {
    try {
      return cipher.encrypt(plain, place, random);
    } catch (GeneralSecurityException e) {
      throw new SopsException("This Java runtime cannot encrypt with AES-256-GCM", e);
    }
  }
}
