package io.github.talosforge.pki;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;

/**
 * Signs certificates in the way Talos does.
 *
 * <p>For example, a certificate with which one administrates Talos for an hour:
 *
 * <pre>{@code
 * CertificateAuthority.of(bundle.certificates().os())
 *     .talosClient(Set.of(TalosRole.ADMIN), Instant.now(), Duration.ofHours(1), random);
 * }</pre>
 */
public final class CertificateAuthority {
  /** How long Talos' own authorities last. */
  public static final Duration LIFETIME = Duration.ofDays(3650);

  /** Clocks of administrators and nodes differ a little. */
  private static final Duration CLOCK_SKEW = Duration.ofSeconds(10);

  private final PemCertificate certificate;
  private final PrivateKey key;

  private CertificateAuthority(PemCertificate certificate, PrivateKey key) {
    this.certificate = certificate;
    this.key = key;
  }

  /**
   * Takes an authority that exists.
   *
   * @param pair its certificate and key
   * @return the authority
   * @throws PkiException if the key cannot be read
   */
  public static CertificateAuthority of(CertificateAndKey pair) {
    return new CertificateAuthority(pair.certificate(), PrivateKeys.read(pair.key()));
  }

  /**
   * Makes a new authority of an organization.
   *
   * @param organization its name, such as {@code talos}
   * @param kind the kind of its key
   * @param now when it begins; it ends {@link #LIFETIME} later
   * @param random where its key and number come from
   * @return its certificate and key
   */
  public static CertificateAndKey ofOrganization(
      String organization, KeyKind kind, Instant now, SecureRandom random) {
    return selfSigned(name(BCStyle.O, List.of(organization)), kind, now, random);
  }

  /**
   * Makes a new authority with a common name.
   *
   * @param commonName its name, such as {@code front-proxy}
   * @param kind the kind of its key
   * @param now when it begins; it ends {@link #LIFETIME} later
   * @param random where its key and number come from
   * @return its certificate and key
   */
  public static CertificateAndKey ofCommonName(
      String commonName, KeyKind kind, Instant now, SecureRandom random) {
    return selfSigned(name(BCStyle.CN, List.of(commonName)), kind, now, random);
  }

  private static CertificateAndKey selfSigned(
      X500Name name, KeyKind kind, Instant now, SecureRandom random) {
    KeyPair pair = kind.generate(random);
    CertificateDraft draft =
        new CertificateDraft(name, now, now.plus(LIFETIME), pair.getPublic(), random)
            .authority()
            .usage(KeyUsage.digitalSignature | KeyUsage.keyCertSign)
            .purposes(KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth);
    return new CertificateAndKey(
        draft.sign(name, pair.getPrivate(), kind), PrivateKeys.write(pair));
  }

  /**
   * Makes a certificate for a client of Talos' API.
   *
   * @param roles what the client may do
   * @param now when the certificate begins
   * @param lifetime how long it lasts
   * @param random where its key and number come from
   * @return the certificate and its key, of the same kind as the authority's
   */
  public CertificateAndKey talosClient(
      Collection<TalosRole> roles, Instant now, Duration lifetime, SecureRandom random) {
    List<String> labels = roles.stream().map(TalosRole::label).distinct().sorted().toList();
    return client(
        name(BCStyle.O, labels), now, now.plus(lifetime), KeyUsage.digitalSignature, random);
  }

  /**
   * Makes a certificate for a user of Kubernetes.
   *
   * @param user the user's name, such as {@code admin}
   * @param group the user's group, such as {@code system:masters}
   * @param now the present moment
   * @param lifetime how long the certificate lasts from now
   * @param random where its key and number come from
   * @return the certificate and its key, of the same kind as the authority's
   */
  public CertificateAndKey kubernetesClient(
      String user, String group, Instant now, Duration lifetime, SecureRandom random) {
    X500Name name =
        new X500NameBuilder(BCStyle.INSTANCE)
            .addRDN(BCStyle.O, group)
            .addRDN(BCStyle.CN, user)
            .build();
    int usage = KeyUsage.digitalSignature | KeyUsage.keyEncipherment;
    return client(name, now.minus(CLOCK_SKEW), now.plus(lifetime), usage, random);
  }

  private CertificateAndKey client(
      X500Name subject, Instant from, Instant until, int usage, SecureRandom random) {
    KeyKind kind = KeyKind.like(key);
    KeyPair pair = kind.generate(random);
    CertificateDraft draft =
        new CertificateDraft(subject, from, until, pair.getPublic(), random)
            .issuedBy(certificate.holder())
            .usage(usage)
            .purposes(KeyPurposeId.id_kp_clientAuth);
    PemCertificate signed = draft.sign(certificate.holder().getSubject(), key, kind);
    return new CertificateAndKey(signed, PrivateKeys.write(pair));
  }

  /**
   * Tells whether this authority signed a certificate, whatever its dates say.
   *
   * @param leaf the certificate
   * @return whether the signature is this authority's
   */
  public boolean signed(PemCertificate leaf) {
    try {
      X509Certificate issuer = certificate.x509();
      leaf.x509().verify(issuer.getPublicKey());
      return true;
    } catch (GeneralSecurityException | PkiException e) {
      return false;
    }
  }

  /** One set of values, as Go writes a name that has several organizations. */
  private static X500Name name(ASN1ObjectIdentifier attribute, List<String> values) {
    ASN1ObjectIdentifier[] types = new ASN1ObjectIdentifier[values.size()];
    Arrays.fill(types, attribute);
    return new X500NameBuilder(BCStyle.INSTANCE)
        .addMultiValuedRDN(types, values.toArray(String[]::new))
        .build();
  }
}
