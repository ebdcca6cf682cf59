package io.github.talosforge.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.secrets.Bundles;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Certificates stay as they were written, also those that Java refuses. */
class PemCertificateTest {
  private static final Instant NOW = Instant.parse("2026-11-16T07:00:00Z");

  private final SecureRandom random = new SecureRandom();

  @Test
  void anAuthorityWithoutANameIsCarriedAlong() {
    PemCertificate aggregator = Bundles.imported().certificates().aggregator().certificate();
    assertThat(aggregator.fingerprint()).hasSize(64);
    assertThatThrownBy(aggregator::notAfter).isInstanceOf(PkiException.class);
    assertThatThrownBy(aggregator::x509)
        .isInstanceOf(PkiException.class)
        .hasMessage("The Java runtime does not accept the certificate");
  }

  @Test
  void aCertificateIsRenewedInTheLastQuarterOfItsLife() {
    PemCertificate certificate = client(Duration.ofDays(100));
    assertThat(certificate.isDueForRenewal(NOW)).isFalse();
    assertThat(certificate.isDueForRenewal(NOW.minus(Duration.ofDays(1)))).isTrue();
    assertThat(certificate.isDueForRenewal(NOW.plus(Duration.ofDays(75)))).isFalse();
    assertThat(certificate.isDueForRenewal(NOW.plus(Duration.ofDays(75)).plusSeconds(1))).isTrue();
    assertThat(certificate.isDueForRenewal(NOW.plus(Duration.ofDays(101)))).isTrue();
  }

  @Test
  void theFingerprintIsTheHashOfTheWholeCertificate() throws GeneralSecurityException {
    PemCertificate certificate = client(Duration.ofDays(1));
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.x509().getEncoded());
    assertThat(certificate.fingerprint()).isEqualTo(HexFormat.of().formatHex(hash));
  }

  @Test
  void aKeyIsNoCertificate() {
    PemCertificate wrong = new PemCertificate(KeyKind.ED25519.newKey(random).text());
    assertThatThrownBy(wrong::notAfter)
        .hasMessage("A PEM block 'ED25519 PRIVATE KEY' stands where a 'CERTIFICATE' is expected");
  }

  private PemCertificate client(Duration lifetime) {
    CertificateAndKey authority =
        CertificateAuthority.ofOrganization("talos", KeyKind.ED25519, NOW, random);
    return CertificateAuthority.of(authority)
        .talosClient(Set.of(TalosRole.ADMIN), NOW, lifetime, random)
        .certificate();
  }
}
