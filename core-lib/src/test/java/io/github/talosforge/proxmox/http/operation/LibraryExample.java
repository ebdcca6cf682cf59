package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.client.ProxmoxClients;
import java.time.Duration;

/** The example of {@code docs/library.md}, word by word. */
final class LibraryExample {
  private LibraryExample() {}

  static void startVm(String endpoint, String secret) {
    var connection = ProxmoxConnection.to(ApiToken.of("forge@pve!ci", secret), endpoint);
    try (ProxmoxClient proxmox = ProxmoxClients.open(connection)) {
      proxmox.vm("pve1", 100).start().await(Duration.ofMinutes(1));
    }
  }
}
