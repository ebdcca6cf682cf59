package io.github.talosforge.simulator.talos.pki;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority.
 *
 * @param identity its certificate and key
 */
public record Authority(Identity identity) {
  private static final Duration DECADE = Duration.ofDays(3650);
  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * What a certificate is for.
   *
   * @param organizations the subject's O, one per role
   * @param commonName the subject's CN
   * @param names host names and IP addresses
   * @param usages the key usages, as bits
   * @param purpose the extended key usage
   * @param from when it starts to be valid
   * @param lifetime how long it is valid
   */
  private record Request(
      Collection<String> organizations,
      String commonName,
      Collection<String> names,
      int usages,
      KeyPurposeId purpose,
      Instant from,
      Duration lifetime) {}

  /**
   * A new Ed25519 authority, as a node makes one for maintenance mode.
   *
   * @param organization the subject's O
   * @param now the time
   * @return the authority
   */
  public static Authority create(String organization, Instant now) {
    KeyPair pair = Keys.ed25519();
    X500Name name = name(List.of(organization), "");
    try {
      JcaX509v3CertificateBuilder builder = builder(name, name, pair, now.minus(SKEW), DECADE);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign));
      builder.addExtension(
          Extension.extendedKeyUsage,
          false,
          new ExtendedKeyUsage(
              new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
      return new Authority(new Identity(sign(builder, pair.getPrivate()), pair.getPrivate()));
    } catch (IOException e) {
      throw new IllegalStateException("Cannot make a certificate authority", e);
    }
  }

  /**
   * Reads an authority from PEM texts.
   *
   * @param certificate the certificate
   * @param key the key
   * @return the authority
   * @throws IllegalArgumentException when they are none
   */
  public static Authority read(String certificate, String key) {
    return new Authority(new Identity(Keys.certificate(certificate), Keys.read(key)));
  }

  /**
   * Issues a server's certificate.
   *
   * @param names its host names and IP addresses
   * @param now the time
   * @return certificate and key
   */
  public Identity server(Collection<String> names, Instant now) {
    return issue(
        new Request(
            List.of(),
            names.stream().findFirst().orElse("talos"),
            names,
            KeyUsage.digitalSignature,
            KeyPurposeId.id_kp_serverAuth,
            now.minus(SKEW),
            Duration.ofDays(365)));
  }

  /**
   * Issues a client's certificate.
   *
   * @param organizations the roles or groups
   * @param commonName the user; empty for none
   * @param encipherment whether the key may encipher other keys
   * @param from when it starts to be valid
   * @param lifetime how long it is valid
   * @return certificate and key
   */
  public Identity client(
      Collection<String> organizations,
      String commonName,
      boolean encipherment,
      Instant from,
      Duration lifetime) {
    int usages = KeyUsage.digitalSignature | (encipherment ? KeyUsage.keyEncipherment : 0);
    return issue(
        new Request(
            organizations,
            commonName,
            List.of(),
            usages,
            KeyPurposeId.id_kp_clientAuth,
            from,
            lifetime));
  }

  private Identity issue(Request request) {
    KeyPair pair = Keys.like(identity.key());
    X500Name issuer =
        X500Name.getInstance(identity.certificate().getSubjectX500Principal().getEncoded());
    try {
      JcaX509v3CertificateBuilder builder =
          builder(
              issuer,
              name(request.organizations(), request.commonName()),
              pair,
              request.from(),
              request.lifetime());
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(request.usages()));
      builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(request.purpose()));
      if (!request.names().isEmpty()) {
        builder.addExtension(
            Extension.subjectAlternativeName, false, alternatives(request.names()));
      }
      return new Identity(sign(builder, identity.key()), pair.getPrivate());
    } catch (IOException e) {
      throw new IllegalStateException("Cannot issue a certificate", e);
    }
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, KeyPair pair, Instant from, Duration lifetime) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(127, RANDOM),
        Date.from(from),
        Date.from(from.plus(lifetime)),
        subject,
        pair.getPublic());
  }

  private static X500Name name(Collection<String> organizations, String commonName) {
    X500NameBuilder builder = new X500NameBuilder(BCStyle.INSTANCE);
    organizations.stream().sorted().forEach(o -> builder.addRDN(BCStyle.O, o));
    if (!commonName.isEmpty()) {
      builder.addRDN(BCStyle.CN, commonName);
    }
    return builder.build();
  }

  private static GeneralNames alternatives(Collection<String> names) {
    return new GeneralNames(
        names.stream()
            .distinct()
            .map(
                name ->
                    new GeneralName(
                        name.matches("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")
                            ? GeneralName.iPAddress
                            : GeneralName.dNSName,
                        name))
            .toArray(GeneralName[]::new));
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey key) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> "Ed25519";
        };
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(key)));
    } catch (OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException("Cannot sign a certificate", e);
    }
  }
}
