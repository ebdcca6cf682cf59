package io.github.talosforge.net;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.talos.TestAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/** A server on loopback whose certificate counts only some days from now. */
public final class LaterServer implements AutoCloseable {
  private final TestAuthority authority = new TestAuthority(Instant.now().plus(Duration.ofDays(5)));
  private final HttpsServer server;

  public LaterServer() throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(authority.machine().keys().toArray(KeyManager[]::new), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.start();
  }

  /** Returns who signed its certificate. */
  public PemCertificate authority() {
    return authority.client().authority();
  }

  public URI url() {
    return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
