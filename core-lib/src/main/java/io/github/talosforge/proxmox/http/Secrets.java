package io.github.talosforge.proxmox.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every secret that the client holds, to keep them out of texts that servers send back. */
final class Secrets {
  /** Shorter texts would mask ordinary words. */
  private static final int SHORTEST = 6;

  private final Set<String> values = ConcurrentHashMap.newKeySet();

  void add(String secret) {
    if (secret.length() >= SHORTEST) {
      values.add(secret);
    }
  }

  void forget(String secret) {
    values.remove(secret);
  }

  String mask(String text, ApiRequest request) {
    String masked = text;
    for (String secret : values) {
      masked = masked.replace(secret, "***");
    }
    for (ApiRequest.Parameter parameter : request.parameters()) {
      if (parameter.secret() && parameter.value().length() >= SHORTEST) {
        masked = masked.replace(parameter.value(), "***");
      }
    }
    return masked;
  }
}
