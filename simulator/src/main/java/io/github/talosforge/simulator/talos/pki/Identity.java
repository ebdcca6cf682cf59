package io.github.talosforge.simulator.talos.pki;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/**
 * A certificate with its key.
 *
 * @param certificate the certificate
 * @param key the private key
 */
public record Identity(X509Certificate certificate, PrivateKey key) {
  /**
   * The certificate.
   *
   * @return PEM text
   */
  public String certificatePem() {
    try {
      return Pem.write("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("Cannot write a certificate", e);
    }
  }

  /**
   * The key in the PEM type that Talos gives its algorithm.
   *
   * @return PEM text
   */
  public String keyPem() {
    return Keys.write(key);
  }

  /**
   * What the console shows and {@code --cert-fingerprint} takes.
   *
   * @return Base64 of the SHA-256 of the public key
   */
  public String fingerprint() {
    try {
      byte[] key = certificate.getPublicKey().getEncoded();
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot compute a certificate's fingerprint", e);
    }
  }
}
