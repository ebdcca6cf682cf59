package io.github.talosforge.talos.grpc;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of TLS, which remembers what the machine showed and asked for: only a
 * configured machine asks for a certificate.
 */
final class Handshake {
  private static final String ALIAS = "client";

  private final Judge judge;
  private final Optional<ClientKey> key;
  private volatile X509Certificate @Nullable [] shown;
  private volatile boolean asked;

  Handshake(Judge judge, Optional<ClientKey> key) {
    this.judge = judge;
    this.key = key;
  }

  /** Tells the certificates that the machine showed; empty before it did. */
  Optional<X509Certificate[]> shown() {
    return Optional.ofNullable(shown);
  }

  /** Tells whether the machine asked for the client's certificate. */
  boolean asked() {
    return asked;
  }

  /** Tells as whom the machine sees the client; in maintenance mode anybody may come. */
  String principal() {
    return key.map(ClientKey::roles).orElse("anonymous");
  }

  SSLSocketFactory socketFactory() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          new KeyManager[] {new OwnKey()}, new TrustManager[] {new WatchedMachine()}, null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no TLS", e);
    }
  }

  /** Gives the client's key, whatever kinds and issuers the machine lists. */
  private final class OwnKey extends X509ExtendedKeyManager {
    @Override
    public @Nullable String chooseClientAlias(
        String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
      asked = true;
      return key.isPresent() ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
        String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      return chooseClientAlias(types, issuers, null);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      return key.map(own -> own.chain().toArray(X509Certificate[]::new)).orElse(null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      return key.map(ClientKey::key).orElse(null);
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
      return key.isPresent() ? new String[] {ALIAS} : null;
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseServerAlias(
        String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
    }
  }

  /** Remembers the machine's certificates before they are judged. */
  private final class WatchedMachine extends X509ExtendedTrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      shown = chain.clone();
      judge.judge(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("no client is trusted");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
