package io.github.talosforge.proxmox;

import java.util.List;

/**
 * What was asked of Proxmox, without its secrets.
 *
 * @param method the HTTP method
 * @param path the path below {@code /api2/json}, with its arguments
 * @param parameters {@code name=value} in the order sent; the values of secrets are masked
 */
public record RequestSummary(String method, String path, List<String> parameters) {
  /** Copies the parameters. */
  public RequestSummary {
    parameters = List.copyOf(parameters);
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
