package io.github.talosforge.proxmox;

import io.github.talosforge.audit.Audit;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * How to reach a cluster; immutable, each {@code with} method returns a changed copy.
 *
 * @param endpoints one or several hosts of the same cluster; the next is used when one fails
 * @param credentials who the client is
 * @param trust which server certificate it accepts
 * @param dialer what opens the connections
 * @param queue where its calls wait, so that it never asks too much at once
 * @param connectTimeout how long one attempt to connect may take
 * @param warnings receives sentences that the user should see
 * @param audit hears of every call that changes something
 */
public record ProxmoxConnection(
    List<ProxmoxEndpoint> endpoints,
    ProxmoxCredentials credentials,
    Trust trust,
    Dialer dialer,
    CallQueue queue,
    Duration connectTimeout,
    Consumer<String> warnings,
    Audit audit) {
  /**
   * Checks that there is an endpoint.
   *
   * @throws IllegalArgumentException if the list of endpoints is empty
   */
  public ProxmoxConnection {
    endpoints = List.copyOf(endpoints);
    if (endpoints.isEmpty()) {
      throw new IllegalArgumentException("a connection needs at least one endpoint");
    }
  }

  /**
   * Describes a direct connection with the system's trust and default limits.
   *
   * @param credentials who the client is
   * @param endpoints {@code https://host[:port]}, one or several of the same cluster
   * @return the connection
   * @throws IllegalArgumentException if an endpoint is malformed or there is none
   */
  public static ProxmoxConnection to(ProxmoxCredentials credentials, String... endpoints) {
    return new ProxmoxConnection(
        Arrays.stream(endpoints).map(ProxmoxEndpoint::parse).toList(),
        credentials,
        Trust.system(),
        Dialer.direct(),
        new CallQueue(ClientLimits.defaults()),
        Duration.ofSeconds(10),
        warning -> {},
        Audit.NONE);
  }

  /**
   * Replaces the trust.
   *
   * @param value which server certificate the client accepts
   * @return a changed copy
   */
  public ProxmoxConnection withTrust(Trust value) {
    return new ProxmoxConnection(
        endpoints, credentials, value, dialer, queue, connectTimeout, warnings, audit);
  }

  /**
   * Replaces what opens the connections.
   *
   * @param value the dialer
   * @return a changed copy
   */
  public ProxmoxConnection withDialer(Dialer value) {
    return new ProxmoxConnection(
        endpoints, credentials, trust, value, queue, connectTimeout, warnings, audit);
  }

  /**
   * Tunnels through an HTTP proxy.
   *
   * @param proxy the proxy
   * @return a changed copy
   */
  public ProxmoxConnection withProxy(HttpProxy proxy) {
    return withDialer(dialer.through(proxy));
  }

  /**
   * Replaces the limits, with a queue that is this connection's own.
   *
   * @param value how much the client asks at once
   * @return a changed copy
   */
  public ProxmoxConnection withLimits(ClientLimits value) {
    return withQueue(new CallQueue(value));
  }

  /**
   * Replaces the queue, with one that other connections may use too.
   *
   * @param value where calls wait
   * @return a changed copy
   */
  public ProxmoxConnection withQueue(CallQueue value) {
    return new ProxmoxConnection(
        endpoints, credentials, trust, dialer, value, connectTimeout, warnings, audit);
  }

  /**
   * Replaces the time-out for connecting.
   *
   * @param value how long one attempt may take
   * @return a changed copy
   */
  public ProxmoxConnection withConnectTimeout(Duration value) {
    return new ProxmoxConnection(
        endpoints, credentials, trust, dialer, queue, value, warnings, audit);
  }

  /**
   * Replaces the receiver of warnings.
   *
   * @param value receives sentences that the user should see
   * @return a changed copy
   */
  public ProxmoxConnection withWarnings(Consumer<String> value) {
    return new ProxmoxConnection(
        endpoints, credentials, trust, dialer, queue, connectTimeout, value, audit);
  }

  /**
   * Replaces who hears of writes.
   *
   * @param value hears of every call that changes something
   * @return a changed copy
   */
  public ProxmoxConnection withAudit(Audit value) {
    return new ProxmoxConnection(
        endpoints, credentials, trust, dialer, queue, connectTimeout, warnings, value);
  }
}
