package io.github.talosforge.proxmox;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where the API of one host of the cluster listens.
 *
 * @param scheme {@code https}; {@code http} only for this machine
 * @param host name or literal address, IPv6 without brackets
 * @param port the port, 8006 unless the cluster is behind something else
 */
public record ProxmoxEndpoint(String scheme, String host, int port) {
  private static final int DEFAULT_PORT = 8006;
  private static final List<String> THIS_MACHINE = List.of("localhost", "127.0.0.1", "::1");

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if credentials would cross a network unencrypted
   */
  public ProxmoxEndpoint {
    boolean encrypted = scheme.equals("https");
    if (!encrypted && !(scheme.equals("http") && THIS_MACHINE.contains(host))) {
      throw new IllegalArgumentException(
          "'" + scheme + "://" + host + "': Proxmox VE speaks only https; write https://" + host);
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " is outside 1 to 65535");
    }
  }

  /**
   * Reads an endpoint.
   *
   * @param text {@code https://host[:port]}, or only {@code host[:port]}; the port defaults to 8006
   * @return the endpoint
   * @throws IllegalArgumentException if the text does not follow that grammar
   */
  public static ProxmoxEndpoint parse(String text) {
    URI uri = uri(text.contains("://") ? text : "https://" + text, text);
    boolean bare = uri.getPath().isEmpty() || uri.getPath().equals("/");
    if (uri.getHost() == null || !bare || uri.getQuery() != null || uri.getUserInfo() != null) {
      throw malformed(text, null);
    }
    String host = uri.getHost().replaceAll("^\\[|]$", "");
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    return new ProxmoxEndpoint(uri.getScheme().toLowerCase(Locale.ROOT), host, port);
  }

  private static URI uri(String url, String text) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException e) {
      throw malformed(text, e);
    }
  }

  private static IllegalArgumentException malformed(String text, @Nullable Throwable cause) {
    String shown = text.replaceAll("//[^/@]*@", "//***@");
    return new IllegalArgumentException(
        "'" + shown + "' is not a Proxmox endpoint: expected https://<host>[:<port>]", cause);
  }

  /**
   * Writes the endpoint as a URL.
   *
   * @return the URL without a trailing slash
   */
  @Override
  public String toString() {
    return scheme + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
