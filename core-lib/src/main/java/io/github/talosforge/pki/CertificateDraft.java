package io.github.talosforge.pki;

import java.io.IOException;
import java.math.BigInteger;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate that is being filled in. */
final class CertificateDraft {
  private static final int SERIAL_BITS = 128;
  private static final int KEY_ID_BYTES = 20;

  private final X500Name subject;
  private final Instant from;
  private final Instant until;
  private final PublicKey key;
  private final SecureRandom random;
  private final ExtensionsGenerator extensions = new ExtensionsGenerator();

  CertificateDraft(
      X500Name subject, Instant from, Instant until, PublicKey key, SecureRandom random) {
    this.subject = subject;
    this.from = from;
    this.until = until;
    this.key = key;
    this.random = random;
  }

  CertificateDraft usage(int bits) {
    return add(Extension.keyUsage, true, new KeyUsage(bits));
  }

  CertificateDraft purposes(KeyPurposeId... purposes) {
    return add(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes));
  }

  CertificateDraft authority() {
    byte[] id = new byte[KEY_ID_BYTES];
    random.nextBytes(id);
    return add(Extension.basicConstraints, true, new BasicConstraints(true))
        .add(Extension.subjectKeyIdentifier, false, new SubjectKeyIdentifier(id));
  }

  /** Names the key that signs, if the authority's certificate names it. */
  CertificateDraft issuedBy(X509CertificateHolder authority) {
    SubjectKeyIdentifier id = SubjectKeyIdentifier.fromExtensions(authority.getExtensions());
    return id == null
        ? this
        : add(
            Extension.authorityKeyIdentifier,
            false,
            new AuthorityKeyIdentifier(id.getKeyIdentifier()));
  }

  private CertificateDraft add(ASN1ObjectIdentifier type, boolean critical, ASN1Encodable value) {
    try {
      extensions.addExtension(type, critical, value);
      return this;
    } catch (IOException e) {
      throw new PkiException("A certificate's extension could not be written", e);
    }
  }

  PemCertificate sign(X500Name issuer, PrivateKey signer, KeyKind kind) {
    X509v3CertificateBuilder builder =
        new X509v3CertificateBuilder(
            issuer,
            new BigInteger(SERIAL_BITS, random).max(BigInteger.ONE),
            Date.from(from),
            Date.from(until),
            subject,
            SubjectPublicKeyInfo.getInstance(key.getEncoded()));
    try {
      for (ASN1ObjectIdentifier id : extensions.generate().getExtensionOIDs()) {
        builder.addExtension(extensions.generate().getExtension(id));
      }
      X509CertificateHolder made =
          builder.build(new JcaContentSignerBuilder(kind.signature()).build(signer));
      return new PemCertificate(new PemBlock("CERTIFICATE", made.getEncoded()).text());
    } catch (IOException | OperatorCreationException e) {
      throw new PkiException("A certificate could not be signed", e);
    }
  }
}
