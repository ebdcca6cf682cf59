package io.github.talosforge.provision;

import io.github.talosforge.simulator.Simulator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads a simulator's answers as they are. */
final class RawClient {
  private final Simulator simulator;
  private final HttpClient http;

  RawClient(Simulator simulator) {
    this.simulator = simulator;
    this.http = HttpClient.newBuilder().sslContext(trust(simulator.certificate())).build();
  }

  private static SSLContext trust(String certificate) {
    try {
      KeyStore store = KeyStore.getInstance("JKS");
      store.load(null, null);
      store.setCertificateEntry(
          "simulator",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(certificate.getBytes(StandardCharsets.US_ASCII))));
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  String get(String path) {
    return send("GET", path, "", "").body();
  }

  /** Sends a call as it is. */
  HttpResponse<String> send(String method, String path, String contentType, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(simulator.url() + path))
            .header("Authorization", "PVEAPIToken=" + simulator.token())
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (!contentType.isEmpty()) {
      request.header("Content-Type", contentType);
    }
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
