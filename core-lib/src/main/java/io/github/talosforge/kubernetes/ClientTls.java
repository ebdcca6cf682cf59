package io.github.talosforge.kubernetes;

import io.github.talosforge.pki.PrivateKeys;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * The TLS side of an access.
 *
 * @param socketFactory makes sockets that show the client's certificate
 * @param trustManager trusts the cluster's CA and nobody else
 */
record ClientTls(SSLSocketFactory socketFactory, X509TrustManager trustManager) {
  private static final char[] IN_MEMORY = new char[0];

  /** The usual kind encrypts a key ten thousand times over, for a file that is never written. */
  private static final String PLAIN = "JKS";

  static ClientTls of(ApiServerAccess access) {
    try {
      KeyStore store = KeyStore.getInstance(PLAIN);
      store.load(null, null);
      store.setKeyEntry(
          "client",
          PrivateKeys.read(access.client().key()),
          IN_MEMORY,
          new Certificate[] {access.client().certificate().x509()});
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, IN_MEMORY);
      X509TrustManager trust = trust(access);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), new TrustManager[] {trust}, null);
      return new ClientTls(context.getSocketFactory(), trust);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java runtime has no TLS", e);
    }
  }

  private static X509TrustManager trust(ApiServerAccess access)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("authority", access.authority().x509());
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return Arrays.stream(factory.getTrustManagers())
        .filter(X509TrustManager.class::isInstance)
        .map(X509TrustManager.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
