package io.github.talosforge.secrets;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.pki.PemKey;
import io.github.talosforge.pki.PkiException;
import io.github.talosforge.pki.PrivateKeys;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a bundle and collects everything that is wrong with it. */
final class SecretsReading {
  /** What Talos writes instead of a key when it shows a configuration. */
  private static final String REDACTED = "******";

  private final String file;
  private final List<String> problems = new ArrayList<>();

  SecretsReading(String file) {
    this.file = file;
  }

  SecretsBundle bundle(YamlMap document) {
    Section root = new Section("", document);
    Section cluster = root.section("cluster");
    Section secrets = root.section("secrets");
    Section certs = root.section("certs");
    String id = cluster.required("id");
    Secret clusterSecret = cluster.secret("secret");
    Secret token = secrets.secret("bootstraptoken");
    Optional<Secret> secretbox = secrets.optional("secretboxencryptionsecret").map(Secret::new);
    Optional<Secret> aescbc = secrets.optional("aescbcencryptionsecret").map(Secret::new);
    if (secretbox.isEmpty() && aescbc.isEmpty()) {
      problems.add("secrets.secretboxencryptionsecret is missing");
    }
    Secret trustd = root.section("trustdinfo").secret("token");
    SecretsBundle.Certificates certificates =
        new SecretsBundle.Certificates(
            certs.section("etcd").pair(),
            certs.section("k8s").pair(),
            certs.section("k8saggregator").pair(),
            certs.section("k8sserviceaccount").key(),
            certs.section("os").pair());
    refuseProblems();
    return new SecretsBundle(
        new ClusterId(id), clusterSecret, token, secretbox, aescbc, trustd, certificates);
  }

  private void refuseProblems() {
    if (!problems.isEmpty()) {
      throw new SecretsException(
          file
              + " is not a bundle of Talos secrets:\n  "
              + String.join("\n  ", problems)
              + "\nExpected is what 'talosctl gen secrets' writes.",
          /* cause= */ null);
    }
  }

  /** A map of the file, and its name. */
  private final class Section {
    private final String name;
    private final YamlMap map;

    Section(String name, YamlMap map) {
      this.name = name;
      this.map = map;
    }

    private String path(String key) {
      return name.isEmpty() ? key : name + "." + key;
    }

    Section section(String key) {
      @Nullable YamlValue value = find(key);
      if (value instanceof YamlMap found) {
        return new Section(path(key), found);
      }
      return new Section(path(key), YamlMap.of(Map.of()));
    }

    private @Nullable YamlValue find(String key) {
      @Nullable YamlValue found = null;
      for (Map.Entry<String, YamlValue> entry : map.entries().entrySet()) {
        String plain = entry.getKey().toLowerCase(Locale.ROOT).replace("_", "");
        if (plain.equals(key)) {
          if (found != null) {
            problems.add(path(key) + " stands in two spellings");
          }
          found = entry.getValue();
        }
      }
      return found;
    }

    Optional<String> optional(String key) {
      @Nullable YamlValue value = find(key);
      return value == null
          ? Optional.empty()
          : YamlMap.of(Map.of(key, value)).text(key).filter(text -> !text.isEmpty());
    }

    String required(String key) {
      Optional<String> text = optional(key);
      if (text.isEmpty()) {
        problems.add(path(key) + " is missing");
      }
      return text.orElse("");
    }

    Secret secret(String key) {
      return new Secret(required(key));
    }

    CertificateAndKey pair() {
      return new CertificateAndKey(certificate(), key());
    }

    PemKey key() {
      PemKey key = new PemKey(pem("key"));
      check("key", key.text(), () -> PrivateKeys.read(key));
      return key;
    }

    /** Its content is left alone: Talos makes an authority without a name, which others refuse. */
    private PemCertificate certificate() {
      String name = find("crt") == null && find("cert") != null ? "cert" : "crt";
      PemCertificate certificate = new PemCertificate(pem(name));
      check(name, certificate.text(), certificate::fingerprint);
      return certificate;
    }

    private void check(String key, String text, Probe probe) {
      if (text.isEmpty()) {
        return;
      }
      try {
        Object unused = probe.read();
      } catch (PkiException e) {
        problems.add(path(key) + ": " + e.getMessage());
      }
    }

    /** Talos holds PEM, which is base64 already, in base64 once more. */
    private String pem(String key) {
      String text = required(key);
      if (text.equals(REDACTED)) {
        problems.add(path(key) + " is blanked out (" + REDACTED + "): this is a copy for showing");
        return "";
      }
      try {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      } catch (IllegalArgumentException | CharacterCodingException e) {
        problems.add(path(key) + " is not PEM text in base64");
        return "";
      }
    }
  }

  /** Reads something to see whether it can be read. */
  @FunctionalInterface
  private interface Probe {
    Object read();
  }
}
