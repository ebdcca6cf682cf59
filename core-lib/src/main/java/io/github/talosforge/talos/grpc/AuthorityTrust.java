package io.github.talosforge.talos.grpc;

import io.github.talosforge.net.CertificateTimes;
import io.github.talosforge.pki.PemCertificate;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Accepts the machines of one cluster. */
final class AuthorityTrust implements Judge {
  /** The name that the JDK gives to the key exchange of TLS 1.3. */
  private static final String ANY_KEY_EXCHANGE = "UNKNOWN";

  private final X509TrustManager machines;

  AuthorityTrust(PemCertificate authority) {
    machines = trusting(authority);
  }

  @Override
  public void judge(X509Certificate[] chain) throws CertificateException {
    try {
      machines.checkServerTrusted(chain, ANY_KEY_EXCHANGE);
    } catch (CertificateException e) {
      throw new StrangeMachineException(
          e,
          signed(chain)
              ? CertificateTimes.disagreement(chain[0], Instant.now())
              : Optional.empty());
    }
  }

  /**
   * Tells whether the cluster's CA signed a machine's certificate, whenever that counts: with a
   * wrong clock, a machine of ours is still no stranger.
   */
  boolean signed(X509Certificate[] chain) {
    return Arrays.stream(machines.getAcceptedIssuers())
        .anyMatch(
            authority -> {
              try {
                chain[0].verify(authority.getPublicKey());
                return true;
              } catch (GeneralSecurityException e) {
                return false;
              }
            });
  }

  private static X509TrustManager trusting(PemCertificate authority) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (X509Certificate certificate : ClientKey.certificates(authority)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return Arrays.stream(factory.getTrustManagers())
          .filter(X509TrustManager.class::isInstance)
          .map(X509TrustManager.class::cast)
          .findFirst()
          .orElseThrow();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java runtime has no X.509 trust", e);
    }
  }

  /** The machine's certificate is not from the cluster's CA, or not valid now. */
  static final class StrangeMachineException extends CertificateException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String disagreement;

    StrangeMachineException(CertificateException cause, Optional<String> disagreement) {
      super("the machine's certificate is not from the cluster's CA", cause);
      this.disagreement = disagreement.orElse(null);
    }

    /** Says how its time and this machine's clock disagree, where the cluster's CA signed it. */
    Optional<String> disagreement() {
      return Optional.ofNullable(disagreement);
    }
  }
}
