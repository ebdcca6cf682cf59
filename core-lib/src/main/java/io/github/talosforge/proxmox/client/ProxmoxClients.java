package io.github.talosforge.proxmox.client;

import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.http.HttpTransport;
import io.github.talosforge.proxmox.http.operation.HttpProxmoxClient;

/** Opens clients. */
public final class ProxmoxClients {
  private ProxmoxClients() {}

  /**
   * Opens a client; nothing is sent before its first operation.
   *
   * @param connection where the cluster is and who the client is
   * @return a client, to be closed
   */
  public static ProxmoxClient open(ProxmoxConnection connection) {
    return new HttpProxmoxClient(HttpTransport.open(connection));
  }
}
