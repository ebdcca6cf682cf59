package io.github.talosforge.simulator.http;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key and the certificate that it signed itself. The algorithms are Java's own, so that no
 * provider needs to be loaded, let alone registered.
 *
 * @param key the private key
 * @param certificate the certificate
 */
public record TlsIdentity(PrivateKey key, X509Certificate certificate) {
  private static final Pattern PEM =
      Pattern.compile(
          "\\s*-----BEGIN PRIVATE KEY-----(.*)-----END PRIVATE KEY-----"
              + "\\s*-----BEGIN CERTIFICATE-----(.*)-----END CERTIFICATE-----\\s*",
          Pattern.DOTALL);

  /**
   * Makes a new identity that is valid for loopback and for the hosts' names.
   *
   * @param hosts the names of the hosts
   * @param now the time
   * @return the identity
   */
  public static TlsIdentity generate(List<String> hosts, Instant now) {
    return SelfSigned.identity(hosts, now);
  }

  /**
   * The SHA-256 fingerprint of the certificate as Proxmox shows it.
   *
   * @return 32 hex pairs in capitals, separated by colons
   */
  public String fingerprint() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.ofDelimiter(":").formatHex(digest).toUpperCase(Locale.ROOT);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot compute a certificate's fingerprint", e);
    }
  }

  /**
   * The certificate alone, for clients that want it in a file.
   *
   * @return PEM text
   */
  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("Cannot write the simulator's certificate", e);
    }
  }

  /**
   * Key and certificate.
   *
   * @return PEM text
   */
  public String pem() {
    return pem("PRIVATE KEY", key.getEncoded()) + certificatePem();
  }

  private static String pem(String kind, byte[] content) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
  }

  /**
   * Reads what {@link #pem()} wrote.
   *
   * @param text PEM text
   * @return the identity
   */
  public static TlsIdentity parse(String text) {
    Matcher blocks = PEM.matcher(text);
    if (!blocks.matches()) {
      throw new IllegalArgumentException("This is no PEM text of a key and a certificate.");
    }
    try {
      byte[] key = Base64.getMimeDecoder().decode(blocks.group(1));
      byte[] certificate = Base64.getMimeDecoder().decode(blocks.group(2));
      return new TlsIdentity(
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(certificate)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("This is no PEM text of a key and a certificate.", e);
    }
  }
}
