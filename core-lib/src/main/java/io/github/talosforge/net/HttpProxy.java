package io.github.talosforge.net;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy through which connections are tunnelled with {@code CONNECT}.
 *
 * @param host name or address of the proxy
 * @param port its port
 * @param user who to log in as, or null if the proxy asks nobody
 * @param password the user's password, or null
 */
public record HttpProxy(String host, int port, @Nullable String user, @Nullable String password) {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the port is outside 1 to 65535
   */
  public HttpProxy {
    Objects.requireNonNull(host, "host");
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("proxy port " + port + " is outside 1 to 65535");
    }
  }

  /**
   * A proxy that asks for no password.
   *
   * @param host name or address of the proxy
   * @param port its port
   * @return the proxy
   */
  public static HttpProxy of(String host, int port) {
    return new HttpProxy(host, port, null, null);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
