package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ProxmoxCredentials;
import java.util.Map;

/** An API token: the same header with every request. */
final class TokenLogin implements Login {
  private final Map<String, String> headers;

  TokenLogin(ProxmoxCredentials.ApiToken token) {
    // Proxmox unescapes the value.
    String value = (token.principal() + "=" + token.secret()).replace("%", "%25");
    headers = Map.of("Authorization", "PVEAPIToken=" + value);
  }

  @Override
  public Map<String, String> headers(ApiRequest request) {
    return headers;
  }

  @Override
  public boolean renew(Map<String, String> refused) {
    return false;
  }
}
