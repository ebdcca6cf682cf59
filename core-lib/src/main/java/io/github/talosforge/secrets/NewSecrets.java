package io.github.talosforge.secrets;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.KeyKind;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** Makes secrets in the sizes and alphabets that Talos uses. */
final class NewSecrets {
  private static final String TOKEN_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
  private static final int TOKEN_ID = 6;
  private static final int TOKEN_SECRET = 16;
  private static final int KEY_BYTES = 32;

  private final Instant now;
  private final SecureRandom random;

  NewSecrets(Instant now, SecureRandom random) {
    this.now = now;
    this.random = random;
  }

  SecretsBundle of(ClusterUid uid) {
    return new SecretsBundle(
        ClusterId.of(uid, random),
        key(),
        token(),
        Optional.of(key()),
        Optional.empty(),
        token(),
        certificates());
  }

  private SecretsBundle.Certificates certificates() {
    return new SecretsBundle.Certificates(
        CertificateAuthority.ofOrganization("etcd", KeyKind.ECDSA_P256, now, random),
        CertificateAuthority.ofOrganization("kubernetes", KeyKind.ECDSA_P256, now, random),
        CertificateAuthority.ofCommonName("front-proxy", KeyKind.ECDSA_P256, now, random),
        KeyKind.RSA_4096.newKey(random),
        CertificateAuthority.ofOrganization("talos", KeyKind.ED25519, now, random));
  }

  private Secret key() {
    byte[] bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    return new Secret(Base64.getEncoder().encodeToString(bytes));
  }

  private Secret token() {
    return new Secret(letters(TOKEN_ID) + "." + letters(TOKEN_SECRET));
  }

  private String letters(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(TOKEN_LETTERS.charAt(random.nextInt(TOKEN_LETTERS.length())));
    }
    return text.toString();
  }
}
