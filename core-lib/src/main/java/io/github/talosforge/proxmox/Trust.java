package io.github.talosforge.proxmox;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;

/** Which server certificate the client accepts. */
public sealed interface Trust {
  /**
   * Trusts the certificate authorities that the Java runtime trusts.
   *
   * @return the choice
   */
  static Trust system() {
    return new SystemAuthorities();
  }

  /**
   * Trusts the certificate authorities of a PEM file, such as the cluster's {@code
   * /etc/pve/pve-root-ca.pem}.
   *
   * @param file the PEM file
   * @return the choice
   */
  static Trust authorities(Path file) {
    return new AuthorityFile(file);
  }

  /**
   * Trusts exactly one certificate, whatever its names, issuer and dates say.
   *
   * @param sha256 the SHA-256 fingerprint in hex, with or without colons, as Proxmox shows it
   * @return the choice
   * @throws IllegalArgumentException if the text is not 32 bytes in hex
   */
  static Trust fingerprint(String sha256) {
    return new Fingerprint(sha256);
  }

  /**
   * Trusts everybody, which lets anybody on the way read the credentials. The client warns once.
   *
   * @return the choice
   */
  static Trust insecure() {
    return new Insecure();
  }

  /** The certificate authorities of the Java runtime. */
  record SystemAuthorities() implements Trust {}

  /**
   * The certificate authorities of a PEM file.
   *
   * @param file the PEM file
   */
  record AuthorityFile(Path file) implements Trust {}

  /**
   * One certificate.
   *
   * @param sha256 the fingerprint as upper-case hex with colons
   */
  record Fingerprint(String sha256) implements Trust {
    /**
     * Brings the fingerprint into one form.
     *
     * @throws IllegalArgumentException if the text is not 32 bytes in hex
     */
    public Fingerprint {
      String digits = sha256.replace(":", "").strip().toUpperCase(Locale.ROOT);
      if (!digits.matches("[0-9A-F]{64}")) {
        throw new IllegalArgumentException(
            "'"
                + sha256
                + "' is not a SHA-256 fingerprint: expected 32 bytes in hex, such as AB:CD:...");
      }
      sha256 =
          HexFormat.ofDelimiter(":").withUpperCase().formatHex(HexFormat.of().parseHex(digits));
    }
  }

  /** No check at all. */
  record Insecure() implements Trust {}
}
