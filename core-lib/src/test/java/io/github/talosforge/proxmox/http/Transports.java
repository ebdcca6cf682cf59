package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.conformance.ConformanceRecorder;
import java.time.Duration;
import java.util.List;
import okhttp3.Interceptor;

/** Transports for tests. */
final class Transports {
  static final ProxmoxCredentials TOKEN =
      ProxmoxCredentials.ApiToken.of("forge@pve!ci", TestSecrets.TOKEN);
  static final ProxmoxCredentials PASSWORD =
      new ProxmoxCredentials.Password("root@pam", TestSecrets.PASSWORD);

  private Transports() {}

  static HttpTransport open(Scheduler scheduler, String... endpoints) {
    return open(scheduler, ProxmoxConnection.to(TOKEN, endpoints));
  }

  static HttpTransport open(Scheduler scheduler, ProxmoxConnection connection) {
    return HttpTransport.open(
        connection,
        new TransportParts(
            scheduler, List.of(ConformanceRecorder.ofThisRun()), TransportParts.LONGEST_READ));
  }

  /** Opens one whose requests somebody else sees too. */
  static HttpTransport watched(
      Scheduler scheduler, ProxmoxConnection connection, Interceptor observer) {
    return HttpTransport.open(
        connection,
        new TransportParts(
            scheduler,
            List.of(ConformanceRecorder.ofThisRun(), observer),
            TransportParts.LONGEST_READ));
  }

  /** Opens one that gives up a read soon, or late. */
  static HttpTransport impatient(
      Scheduler scheduler, ProxmoxConnection connection, Duration longestRead) {
    return HttpTransport.open(
        connection,
        new TransportParts(scheduler, List.of(ConformanceRecorder.ofThisRun()), longestRead));
  }
}
