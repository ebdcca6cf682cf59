package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** The TLS side of a {@link Trust}. */
final class TlsTrust {
  private final ExplainingTrustManager trustManager;
  private final SSLSocketFactory socketFactory;
  private final @Nullable HostnameVerifier hostnameVerifier;

  private TlsTrust(X509TrustManager decision, boolean anyName) {
    try {
      trustManager = new ExplainingTrustManager(decision);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {trustManager}, null);
      socketFactory = context.getSocketFactory();
      hostnameVerifier = anyName ? (host, session) -> true : null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no TLS", e);
    }
  }

  static TlsTrust of(Trust trust) {
    if (trust instanceof Trust.AuthorityFile authorities) {
      return new TlsTrust(trusting(read(authorities.file())), false);
    }
    if (trust instanceof Trust.Fingerprint pin) {
      return new TlsTrust(new PinnedCertificate(pin), true);
    }
    if (trust instanceof Trust.Insecure) {
      return new TlsTrust(new AnyCertificate(), true);
    }
    return new TlsTrust(trusting(null), false);
  }

  /** The verifier to use in place of the usual one; a pin says more than a name. */
  Optional<HostnameVerifier> hostnameVerifier() {
    return Optional.ofNullable(hostnameVerifier);
  }

  SSLSocketFactory socketFactory() {
    return socketFactory;
  }

  X509TrustManager trustManager() {
    return trustManager;
  }

  private static X509TrustManager trusting(@Nullable KeyStore authorities) {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(authorities);
      return Arrays.stream(factory.getTrustManagers())
          .filter(X509TrustManager.class::isInstance)
          .map(X509TrustManager.class::cast)
          .findFirst()
          .orElseThrow();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no X.509 trust", e);
    }
  }

  private static KeyStore read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      for (Certificate certificate : found) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      if (store.size() == 0) {
        throw new IOException("it holds no certificate");
      }
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw ProxmoxException.of(
              ErrorKind.TRUST, "The CA file " + file + " cannot be used: " + reason(e))
          .suggestion("Give a PEM file, such as a copy of the cluster's /etc/pve/pve-root-ca.pem.")
          .cause(e)
          .build();
    }
  }

  private static String reason(Exception failure) {
    return failure instanceof NoSuchFileException
        ? "there is no such file"
        : String.valueOf(failure.getMessage());
  }
}
