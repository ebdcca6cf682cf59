package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.Trust;
import java.nio.file.Path;

/** A server with a certificate that answers every call alike. */
final class TlsPve implements AutoCloseable {
  private final TestCertificate certificate;
  private final WireMockServer server;

  TlsPve(TestCertificate certificate, Path directory) {
    this.certificate = certificate;
    Path store = directory.resolve(certificate.fingerprint().replace(":", "") + ".p12");
    server =
        new WireMockServer(
            WireMockConfiguration.wireMockConfig()
                .bindAddress("127.0.0.1")
                .httpDisabled(true)
                .dynamicHttpsPort()
                .keystorePath(certificate.writeKeyStore(store).toString())
                .keystorePassword(TestCertificate.STORE_PASSWORD)
                .keyManagerPassword(TestCertificate.STORE_PASSWORD)
                .keystoreType("PKCS12"));
    server.start();
    answer(okJson("{\"data\":\"yes\"}"));
  }

  void answer(ResponseDefinitionBuilder answer) {
    server.resetAll();
    server.stubFor(any(anyUrl()).willReturn(answer));
  }

  int port() {
    return server.httpsPort();
  }

  String url() {
    return "https://localhost:" + port();
  }

  ProxmoxConnection trusting(Trust trust) {
    return ProxmoxConnection.to(Transports.TOKEN, url()).withTrust(trust);
  }

  ProxmoxConnection pinned() {
    return trusting(Trust.fingerprint(certificate.fingerprint()));
  }

  static String call(ProxmoxConnection connection, ApiRequest request) {
    try (HttpTransport transport = Transports.open(new VirtualScheduler(), connection)) {
      return transport.call(request).asText();
    }
  }

  @Override
  public void close() {
    server.stop();
  }
}
