package io.github.talosforge.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificates have the subjects, usages and lifetimes that Talos gives to its own. */
class CertificateAuthorityTest {
  private static final Instant NOW = Instant.parse("2026-11-16T07:00:00Z");
  private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
  private static final String BASIC_CONSTRAINTS = "2.5.29.19";
  private static final String KEY_USAGE = "2.5.29.15";

  private final SecureRandom random = new SecureRandom();

  @ParameterizedTest
  @CsvSource({
    "talos, ED25519, EdDSA, Ed25519, ED25519 PRIVATE KEY",
    "etcd, ECDSA_P256, EC, SHA256withECDSA, EC PRIVATE KEY",
    "kubernetes, ECDSA_P256, EC, SHA256withECDSA, EC PRIVATE KEY"
  })
  void authoritiesAreThoseOfTalos(
      String organization, KeyKind kind, String key, String signature, String pem)
      throws GeneralSecurityException {
    CertificateAndKey pair = CertificateAuthority.ofOrganization(organization, kind, NOW, random);
    X509Certificate certificate = pair.certificate().x509();
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("O=" + organization);
    assertThat(certificate.getPublicKey().getAlgorithm()).isEqualTo(key);
    assertThat(certificate.getSigAlgName()).isEqualTo(signature);
    assertThat(certificate.getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
    assertThat(usages(certificate)).containsExactly("digitalSignature", "keyCertSign");
    assertThat(certificate.getExtendedKeyUsage()).containsExactly(SERVER_AUTH, CLIENT_AUTH);
    assertThat(certificate.getCriticalExtensionOIDs())
        .containsExactlyInAnyOrder(KEY_USAGE, BASIC_CONSTRAINTS);
    assertThat(certificate.getExtensionValue("2.5.29.14")).hasSize(24);
    assertThat(pair.certificate().notBefore()).isEqualTo(NOW);
    assertThat(pair.certificate().notAfter()).isEqualTo(NOW.plus(Duration.ofDays(3650)));
    assertThat(certificate.getSerialNumber().bitLength()).isLessThanOrEqualTo(128);
    assertThat(pair.key().text())
        .startsWith("-----BEGIN " + pem + "-----\n")
        .endsWith("-----END " + pem + "-----\n");
    certificate.verify(certificate.getPublicKey());
  }

  @Test
  void theAggregatorHasANameThatJavaAccepts() {
    CertificateAndKey pair =
        CertificateAuthority.ofCommonName("front-proxy", KeyKind.ECDSA_P256, NOW, random);
    assertThat(pair.certificate().x509().getSubjectX500Principal().getName())
        .isEqualTo("CN=front-proxy");
  }

  @Test
  void aTalosClientHasItsRolesAndExactlyTheClientPurpose() throws GeneralSecurityException {
    CertificateAndKey authority =
        CertificateAuthority.ofOrganization("talos", KeyKind.ED25519, NOW, random);
    CertificateAndKey client =
        CertificateAuthority.of(authority)
            .talosClient(
                EnumSet.of(TalosRole.READER, TalosRole.ADMIN), NOW, Duration.ofHours(8), random);
    X509Certificate certificate = client.certificate().x509();
    assertThat(client.certificate().organizations()).containsExactly("os:admin", "os:reader");
    assertThat(client.certificate().commonNames()).isEmpty();
    assertThat(certificate.getExtendedKeyUsage()).containsExactly(CLIENT_AUTH);
    assertThat(usages(certificate)).containsExactly("digitalSignature");
    assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
    assertThat(certificate.getExtensionValue(BASIC_CONSTRAINTS)).isNull();
    assertThat(certificate.getSubjectAlternativeNames()).isNull();
    assertThat(client.certificate().notBefore()).isEqualTo(NOW);
    assertThat(client.certificate().notAfter()).isEqualTo(NOW.plus(Duration.ofHours(8)));
    assertThat(client.key().text()).startsWith("-----BEGIN ED25519 PRIVATE KEY-----");
    validate(certificate, authority.certificate().x509());
  }

  @Test
  void aKubernetesAdministratorIsInTheMastersGroup() throws GeneralSecurityException {
    CertificateAndKey authority =
        CertificateAuthority.ofOrganization("kubernetes", KeyKind.ECDSA_P256, NOW, random);
    CertificateAndKey client =
        CertificateAuthority.of(authority)
            .kubernetesClient("admin", "system:masters", NOW, Duration.ofDays(365), random);
    X509Certificate certificate = client.certificate().x509();
    assertThat(client.certificate().commonNames()).containsExactly("admin");
    assertThat(client.certificate().organizations()).containsExactly("system:masters");
    assertThat(usages(certificate)).containsExactly("digitalSignature", "keyEncipherment");
    assertThat(certificate.getExtendedKeyUsage()).containsExactly(CLIENT_AUTH);
    assertThat(client.certificate().notBefore()).isEqualTo(NOW.minusSeconds(10));
    assertThat(client.certificate().notAfter()).isEqualTo(NOW.plus(Duration.ofDays(365)));
    assertThat(client.key().text()).startsWith("-----BEGIN EC PRIVATE KEY-----");
    validate(certificate, authority.certificate().x509());
  }

  @ParameterizedTest
  @EnumSource(
      value = KeyKind.class,
      names = {"ED25519", "ECDSA_P256"})
  void clientsHaveKeysOfTheirAuthoritysKind(KeyKind kind) throws GeneralSecurityException {
    CertificateAndKey authority = CertificateAuthority.ofOrganization("x", kind, NOW, random);
    CertificateAndKey client =
        CertificateAuthority.of(authority)
            .talosClient(Set.of(TalosRole.OPERATOR), NOW, Duration.ofDays(1), random);
    assertThat(KeyKind.like(PrivateKeys.read(client.key()))).isEqualTo(kind);
    validate(client.certificate().x509(), authority.certificate().x509());
  }

  @Test
  void knowsItsOwnSignature() {
    CertificateAndKey one = CertificateAuthority.ofOrganization("a", KeyKind.ED25519, NOW, random);
    CertificateAndKey two = CertificateAuthority.ofOrganization("a", KeyKind.ED25519, NOW, random);
    PemCertificate leaf =
        CertificateAuthority.of(one)
            .talosClient(Set.of(TalosRole.ADMIN), NOW, Duration.ofDays(1), random)
            .certificate();
    assertThat(CertificateAuthority.of(one).signed(leaf)).isTrue();
    assertThat(CertificateAuthority.of(two).signed(leaf)).isFalse();
    assertThat(CertificateAuthority.of(one).signed(new PemCertificate("no"))).isFalse();
  }

  private static List<String> usages(X509Certificate certificate) {
    String[] names = {
      "digitalSignature",
      "nonRepudiation",
      "keyEncipherment",
      "dataEncipherment",
      "keyAgreement",
      "keyCertSign",
      "cRLSign",
      "encipherOnly",
      "decipherOnly"
    };
    boolean[] bits = certificate.getKeyUsage();
    return IntStream.range(0, bits.length).filter(i -> bits[i]).mapToObj(i -> names[i]).toList();
  }

  private static void validate(X509Certificate leaf, X509Certificate authority)
      throws GeneralSecurityException {
    PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(NOW.plusSeconds(60)));
    assertThat(
            CertPathValidator.getInstance("PKIX")
                .validate(
                    CertificateFactory.getInstance("X.509").generateCertPath(List.of(leaf)),
                    parameters))
        .isNotNull();
  }
}
