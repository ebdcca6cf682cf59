package io.github.talosforge.secrets;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.yaml.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Objects;

/** Secrets for tests; making new ones takes seconds because of the big RSA key. */
public final class Bundles {
  /** The cluster that the secrets belong to. */
  public static final ClusterUid UID = ClusterUid.of("homelab-4c1f");

  /** A moment at which they are good. */
  public static final Instant MADE = Instant.parse("2026-11-16T12:00:00Z");

  private static final SecretsBundle BUNDLE = of(UID);

  private Bundles() {}

  /** Secrets that were made for {@link #UID}. */
  public static SecretsBundle bundle() {
    return BUNDLE;
  }

  /** The secrets of {@link #importedText()}. */
  public static SecretsBundle imported() {
    return SecretsYaml.read("secrets.yaml", YamlText.read("secrets.yaml", importedText()));
  }

  /** A file that Talos' own code made, in version 1.13.0. */
  public static String importedText() {
    try (InputStream in = Bundles.class.getResourceAsStream("/talos/secrets.yaml")) {
      return new String(
          Objects.requireNonNull(in, "talos/secrets.yaml").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Secrets of a cluster, without the seconds that making a key takes. */
  public static SecretsBundle of(ClusterUid uid) {
    SecretsBundle made = imported();
    return new SecretsBundle(
        ClusterId.of(uid, new SecureRandom()),
        made.clusterSecret(),
        made.bootstrapToken(),
        made.secretboxKey(),
        made.aescbcKey(),
        made.trustdToken(),
        made.certificates());
  }
}
