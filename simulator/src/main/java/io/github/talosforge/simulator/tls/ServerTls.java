package io.github.talosforge.simulator.tls;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.CipherSuiteFilter;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a server with one certificate. Netty's own builder would try key stores out when it is
 * first used, and read the machine's authorities; both take longer than all the rest of a start.
 */
public final class ServerTls {
  private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private final KeyManager key;
  private ClientAuth demand = ClientAuth.NONE;
  private TrustManager[] trust = new TrustManager[0];
  private ApplicationProtocolConfig protocols = ApplicationProtocolConfig.DISABLED;
  private @Nullable Iterable<String> ciphers;
  private CipherSuiteFilter filter = IdentityCipherSuiteFilter.INSTANCE;

  private ServerTls(KeyManager key) {
    this.key = key;
  }

  /**
   * Shows a certificate and asks clients for none.
   *
   * @param key its key
   * @param certificate the certificate
   * @return a builder
   */
  public static ServerTls of(PrivateKey key, X509Certificate certificate) {
    return new ServerTls(new OneKey(key, certificate));
  }

  /**
   * Takes a client's certificate, whatever the handshake thinks of its absence.
   *
   * @param manager judges it
   * @return this builder
   */
  public ServerTls asking(TrustManager manager) {
    demand = ClientAuth.OPTIONAL;
    trust = new TrustManager[] {manager};
    return this;
  }

  /**
   * Lets only those in whom one of these authorities knows.
   *
   * @param authorities their certificates
   * @return this builder
   */
  public ServerTls demanding(List<X509Certificate> authorities) {
    try {
      KeyStore store = KeyStore.getInstance("JKS");
      store.load(null, null);
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("authority" + i, authorities.get(i));
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      demand = ClientAuth.REQUIRE;
      trust = factory.getTrustManagers();
      return this;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("Cannot trust a node's authorities", e);
    }
  }

  /**
   * Speaks HTTP/2, as gRPC wants it.
   *
   * @return this builder
   */
  public ServerTls http2() {
    ciphers = Http2SecurityUtil.CIPHERS;
    filter = SupportedCipherSuiteFilter.INSTANCE;
    protocols =
        new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2);
    return this;
  }

  /**
   * Builds it.
   *
   * @return what makes Netty's handlers
   */
  public SslContext build() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {key}, trust, null);
      return new JdkSslContext(context, false, ciphers, filter, protocols, demand, VERSIONS, false);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot set TLS up", e);
    }
  }
}
