package io.github.talosforge.proxmox.http;

import io.github.talosforge.net.CertificateTimes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/** A server certificate that is not trusted, with what the user needs to judge it. */
final class RefusedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1L;

  private final String fingerprint;
  private final X509Certificate certificate;

  RefusedCertificateException(X509Certificate certificate, CertificateException reason) {
    super(reason.getMessage(), reason);
    this.fingerprint = fingerprint(certificate);
    this.certificate = certificate;
  }

  String fingerprint() {
    return fingerprint;
  }

  /** Says how its time and this machine's clock disagree, if that is why it is refused. */
  Optional<String> disagreement() {
    return Optional.of(certificate)
        .filter(unused -> CertificateTimes.isCause(this))
        .flatMap(shown -> CertificateTimes.disagreement(shown, Instant.now()));
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
