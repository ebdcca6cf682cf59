package io.github.talosforge.talos;

import io.github.talosforge.audit.Audit;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import java.time.Duration;
import java.util.Optional;

/**
 * How machines are reached; immutable, each {@code with} method returns a changed copy.
 *
 * @param dialer what opens the connections
 * @param credentials who the client is; without them only machines in maintenance mode answer
 * @param connectTimeout how long one attempt to connect may take
 * @param readTimeout how long an answer may take
 * @param writeTimeout how long a change may take to be accepted
 * @param transferTimeout how long a machine may take to load and install an image
 * @param audit hears of every call that changes something
 */
public record TalosConnection(
    Dialer dialer,
    Optional<TalosCredentials> credentials,
    Duration connectTimeout,
    Duration readTimeout,
    Duration writeTimeout,
    Duration transferTimeout,
    Audit audit) {

  /**
   * Describes direct connections without credentials and with the usual time-outs.
   *
   * @return the connection
   */
  public static TalosConnection direct() {
    return new TalosConnection(
        Dialer.direct(),
        Optional.empty(),
        Duration.ofSeconds(5),
        Duration.ofSeconds(20),
        Duration.ofMinutes(2),
        Duration.ofMinutes(30),
        Audit.NONE);
  }

  /**
   * Replaces what opens the connections.
   *
   * @param value the dialer
   * @return a changed copy
   */
  public TalosConnection withDialer(Dialer value) {
    return new TalosConnection(
        value, credentials, connectTimeout, readTimeout, writeTimeout, transferTimeout, audit);
  }

  /**
   * Tunnels through an HTTP proxy.
   *
   * @param proxy the proxy
   * @return a changed copy
   */
  public TalosConnection withProxy(HttpProxy proxy) {
    return withDialer(dialer.through(proxy));
  }

  /**
   * Replaces the credentials.
   *
   * @param value who the client is
   * @return a changed copy
   */
  public TalosConnection withCredentials(TalosCredentials value) {
    return new TalosConnection(
        dialer,
        Optional.of(value),
        connectTimeout,
        readTimeout,
        writeTimeout,
        transferTimeout,
        audit);
  }

  /**
   * Replaces the time-outs for connecting and for answers.
   *
   * @param connect how long one attempt to connect may take
   * @param read how long an answer may take
   * @return a changed copy
   */
  public TalosConnection withTimeouts(Duration connect, Duration read) {
    return new TalosConnection(
        dialer, credentials, connect, read, writeTimeout, transferTimeout, audit);
  }

  /**
   * Replaces who hears of writes.
   *
   * @param value hears of every call that changes something
   * @return a changed copy
   */
  public TalosConnection withAudit(Audit value) {
    return new TalosConnection(
        dialer, credentials, connectTimeout, readTimeout, writeTimeout, transferTimeout, value);
  }
}
