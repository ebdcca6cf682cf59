package io.github.talosforge.proxmox.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;

/** A server certificate that is not trusted, with what the user needs to judge it. */
final class RefusedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1L;

  private final String fingerprint;
  private final Instant expiry;

  RefusedCertificateException(X509Certificate certificate, CertificateException reason) {
    super(reason.getMessage(), reason);
    this.fingerprint = fingerprint(certificate);
    this.expiry = certificate.getNotAfter().toInstant();
  }

  String fingerprint() {
    return fingerprint;
  }

  Instant expiry() {
    return expiry;
  }

  /** The SHA-256 fingerprint as Proxmox shows it. */
  static String fingerprint(X509Certificate certificate) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
    } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
      throw new IllegalStateException("cannot compute a certificate's fingerprint", e);
    }
  }
}
