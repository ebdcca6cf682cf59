package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.Trust;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

/** Accepts exactly one certificate. */
final class PinnedCertificate implements X509TrustManager {
  private final Trust.Fingerprint pin;

  PinnedCertificate(Trust.Fingerprint pin) {
    this.pin = pin;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    if (!RefusedCertificateException.fingerprint(chain[0]).equals(pin.sha256())) {
      throw new MismatchException(pin.sha256());
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("no client is trusted");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }

  /** The server showed another certificate than the pinned one. */
  static final class MismatchException extends CertificateException {
    private static final long serialVersionUID = 1L;

    private final String expected;

    MismatchException(String expected) {
      super("the certificate is not the pinned one");
      this.expected = expected;
    }

    String expected() {
      return expected;
    }
  }
}
