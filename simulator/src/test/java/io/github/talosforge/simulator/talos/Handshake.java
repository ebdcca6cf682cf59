package io.github.talosforge.simulator.talos;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A TLS handshake without a client certificate. */
record Handshake(X509Certificate certificate) {
  static Handshake with(InetSocketAddress address) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
      try (SSLSocket socket =
          (SSLSocket)
              context.getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
        socket.startHandshake();
        return new Handshake((X509Certificate) socket.getSession().getPeerCertificates()[0]);
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String publicKeyFingerprint() {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(certificate.getPublicKey().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
