package io.github.talosforge.proxmox.http;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

/** Remembers the refused certificate in the exception, because the user may want to pin it. */
final class ExplainingTrustManager implements X509TrustManager {
  private final X509TrustManager decision;

  ExplainingTrustManager(X509TrustManager decision) {
    this.decision = decision;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    try {
      decision.checkServerTrusted(chain, authType);
    } catch (CertificateException e) {
      throw new RefusedCertificateException(chain[0], e);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    decision.checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return decision.getAcceptedIssuers();
  }
}
