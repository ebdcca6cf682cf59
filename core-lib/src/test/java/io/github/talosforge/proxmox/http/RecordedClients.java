package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.http.operation.HttpProxmoxClient;

/** Real clients for tests of any package; what they send is checked against the schema. */
public final class RecordedClients {
  private RecordedClients() {}

  /** Opens a client that differs from a user's only in being watched. */
  public static ProxmoxClient open(ProxmoxConnection connection) {
    return new HttpProxmoxClient(Transports.open(new SystemScheduler(), connection));
  }
}
