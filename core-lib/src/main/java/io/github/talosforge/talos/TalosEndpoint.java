package io.github.talosforge.talos;

/**
 * Where the API of a Talos machine listens.
 *
 * @param host a name or a literal address
 * @param port the port, {@value #DEFAULT_PORT} on every real machine
 */
public record TalosEndpoint(String host, int port) {
  /** The port of Talos' API. */
  public static final int DEFAULT_PORT = 50_000;

  /**
   * Checks the port.
   *
   * @throws IllegalArgumentException if the port is outside 1 to 65535
   */
  public TalosEndpoint {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " is outside 1 to 65535");
    }
  }

  /**
   * The usual port of a machine.
   *
   * @param host a name or a literal address
   * @return the endpoint
   */
  public static TalosEndpoint of(String host) {
    return new TalosEndpoint(host, DEFAULT_PORT);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
