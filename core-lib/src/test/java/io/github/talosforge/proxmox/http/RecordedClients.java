package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.http.operation.HttpProxmoxClient;
import java.time.Duration;

/** Real clients for tests of any package; what they send is checked against the schema. */
public final class RecordedClients {
  private RecordedClients() {}

  /** Opens a client that differs from a user's only in being watched and in its short pauses. */
  public static ProxmoxClient open(ProxmoxConnection connection) {
    return new HttpProxmoxClient(Transports.open(new HurriedScheduler(), connection));
  }

  /** Opens a client that gives up a read sooner than a user's. */
  public static ProxmoxClient impatient(ProxmoxConnection connection, Duration longestRead) {
    return new HttpProxmoxClient(
        Transports.impatient(new HurriedScheduler(), connection, longestRead));
  }

  /** Opens a client on a machine whose clock is ahead of everybody else's. */
  public static ProxmoxClient ahead(ProxmoxConnection connection, Duration ahead) {
    return new HttpProxmoxClient(Transports.open(new WrongClock(ahead), connection));
  }
}
