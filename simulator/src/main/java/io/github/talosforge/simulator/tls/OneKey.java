package io.github.talosforge.simulator.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows the same certificate to everyone. A key store would do so too, but it encrypts the key
 * first, which takes longer than all else before somebody can speak to a server.
 */
public final class OneKey extends X509ExtendedKeyManager {
  private static final String ALIAS = "identity";

  private final PrivateKey key;
  private final X509Certificate certificate;

  /**
   * Shows one certificate.
   *
   * @param key its key
   * @param certificate the certificate
   */
  public OneKey(PrivateKey key, X509Certificate certificate) {
    this.key = key;
    this.certificate = certificate;
  }

  /** Types are such as {@code EdDSA}, or with the issuer's behind it, {@code EC_RSA}. */
  private @Nullable String alias(String type) {
    String own =
        switch (key.getAlgorithm()) {
          case "Ed25519" -> "EdDSA";
          case "ECDSA" -> "EC";
          default -> key.getAlgorithm();
        };
    return type.equals(own) || type.startsWith(own + "_") ? ALIAS : null;
  }

  @Override
  public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
    String alias = alias(type);
    return alias == null ? null : new String[] {alias};
  }

  @Override
  public @Nullable String chooseServerAlias(
      String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return alias(type);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return alias(type);
  }

  @Override
  public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return new X509Certificate[] {certificate};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }
}
