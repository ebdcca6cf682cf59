package io.github.talosforge.proxmox.conformance;

import java.util.List;
import java.util.Map;

/**
 * A request as it went over the wire.
 *
 * @param method its method
 * @param path the decoded segments of its path below {@code /api2/json}
 * @param parameters its parameters, each with all its values
 */
record SentRequest(String method, List<String> path, Map<String, List<String>> parameters) {
  @Override
  public String toString() {
    return method + " /" + String.join("/", path) + " " + parameters.keySet();
  }
}
