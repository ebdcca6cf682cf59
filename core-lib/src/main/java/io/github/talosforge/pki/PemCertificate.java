package io.github.talosforge.pki;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.cert.X509CertificateHolder;

/**
 * A certificate as PEM text, kept as it was written.
 *
 * <p>It is not parsed until somebody asks, for the JDK and BouncyCastle refuse a certificate that
 * Talos makes: its aggregator CA has an empty name. Such a one can still be carried along.
 *
 * @param text the PEM text
 */
public record PemCertificate(String text) {

  /** Returns the text as Talos' files hold it: PEM in base64. */
  public String base64() {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the moment from which the certificate counts. */
  public Instant notBefore() {
    return holder().getNotBefore().toInstant();
  }

  /** Returns the moment at which the certificate ends. */
  public Instant notAfter() {
    return holder().getNotAfter().toInstant();
  }

  /**
   * Tells whether it is time for a new certificate: when less than a quarter of its life is left,
   * or when it has not begun, because a clock was or is wrong.
   *
   * @param now the present moment
   * @return whether the certificate does not count yet, has ended or will soon
   */
  public boolean isDueForRenewal(Instant now) {
    Instant end = notAfter();
    Duration life = Duration.between(notBefore(), end);
    return now.isBefore(notBefore()) || now.isAfter(end.minus(life.dividedBy(4)));
  }

  /** Returns the organizations in the subject, which are Talos' roles and Kubernetes' groups. */
  public List<String> organizations() {
    return subject(BCStyle.O);
  }

  /** Returns the common names in the subject, of which Kubernetes takes the user's name. */
  public List<String> commonNames() {
    return subject(BCStyle.CN);
  }

  /** Returns the SHA-256 of the certificate as Talos shows it on the console: 64 hex digits. */
  public String fingerprint() {
    return HexFormat.of().formatHex(sha256(der()));
  }

  /**
   * Returns the certificate for use in TLS.
   *
   * @throws PkiException if the JDK does not accept it
   */
  public X509Certificate x509() {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der()));
    } catch (GeneralSecurityException e) {
      throw new PkiException("The Java runtime does not accept the certificate", e);
    }
  }

  X509CertificateHolder holder() {
    try {
      return new X509CertificateHolder(der());
    } catch (IOException | IllegalArgumentException e) {
      throw new PkiException("The content of a PEM block 'CERTIFICATE' is no certificate", e);
    }
  }

  private byte[] der() {
    PemBlock block = PemBlock.first("The certificate", text);
    if (!block.type().equals("CERTIFICATE")) {
      throw new PkiException(
          "A PEM block '" + block.type() + "' stands where a 'CERTIFICATE' is expected", null);
    }
    return block.der();
  }

  private List<String> subject(ASN1ObjectIdentifier attribute) {
    return Arrays.stream(holder().getSubject().getRDNs())
        .map(RDN::getTypesAndValues)
        .flatMap(Arrays::stream)
        .filter(part -> part.getType().equals(attribute))
        .map(part -> IETFUtils.valueToString(part.getValue()))
        .toList();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
