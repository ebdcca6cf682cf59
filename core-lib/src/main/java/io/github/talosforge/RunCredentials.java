package io.github.talosforge;

import io.github.talosforge.kubernetes.ApiServerAccess;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.TalosRole;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.talos.TalosCredentials;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** The certificates for one run. */
final class RunCredentials {
  /** A run takes minutes; its certificates need not outlive it by much. */
  private static final Duration LIFETIME = Duration.ofHours(12);

  /** How far a node's clock may be behind ours. */
  static final Duration CLOCK_SKEW = Duration.ofHours(1);

  private RunCredentials() {}

  static TalosCredentials talos(SecretsBundle secrets) {
    return talos(secrets, TalosRole.ADMIN);
  }

  /** May do with etcd what a backup needs, and nothing else. */
  static TalosCredentials backup(SecretsBundle secrets) {
    return talos(secrets, TalosRole.ETCD_BACKUP);
  }

  private static TalosCredentials talos(SecretsBundle secrets, TalosRole role) {
    CertificateAndKey authority = secrets.certificates().os();
    return new TalosCredentials(
        authority.certificate(),
        CertificateAuthority.of(authority)
            .talosClient(
                Set.of(role), Instant.now().minus(CLOCK_SKEW), LIFETIME, new SecureRandom()));
  }

  static ApiServerAccess kubernetes(SecretsBundle secrets, URI endpoint) {
    CertificateAndKey authority = secrets.certificates().kubernetes();
    CertificateAndKey client =
        CertificateAuthority.of(authority)
            .kubernetesClient(
                "admin",
                "system:masters",
                Instant.now().minus(CLOCK_SKEW),
                LIFETIME,
                new SecureRandom());
    return new ApiServerAccess(endpoint, authority.certificate(), client);
  }
}
