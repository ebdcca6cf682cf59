package io.github.talosforge.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Opens every connection of every client in this library, directly or through an HTTP proxy.
 *
 * <p>A loopback-only dialer connects to 127.0.0.0/8 and ::1 and refuses everything else, so that a
 * test or a simulated run cannot touch a real machine. All dialers become loopback-only while the
 * system property {@value #LOOPBACK_ONLY} is {@code true}. Behind a proxy on loopback any target is
 * allowed because only the proxy is dialled.
 */
public final class Dialer {
  /** The system property that makes every dialer loopback-only. */
  public static final String LOOPBACK_ONLY = "talosforge.loopbackOnly";

  private final boolean loopbackOnly;
  private final @Nullable HttpProxy proxy;
  private final Resolver resolver;

  /** Turns names into addresses. */
  @FunctionalInterface
  public interface Resolver {
    /**
     * Looks a name up.
     *
     * @param host a name or a literal address
     * @return at least one address
     * @throws UnknownHostException if nobody knows the name
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
  }

  private Dialer(boolean loopbackOnly, @Nullable HttpProxy proxy, Resolver resolver) {
    this.loopbackOnly = loopbackOnly || Boolean.getBoolean(LOOPBACK_ONLY);
    this.proxy = proxy;
    this.resolver = resolver;
  }

  /**
   * A dialer that connects directly, to anywhere.
   *
   * @return the dialer
   */
  public static Dialer direct() {
    return new Dialer(false, null, host -> List.of(InetAddress.getAllByName(host)));
  }

  /**
   * The same dialer, but for this machine only.
   *
   * @return a changed copy
   */
  public Dialer loopbackOnly() {
    return new Dialer(true, proxy, resolver);
  }

  /**
   * The same dialer, but through a proxy.
   *
   * @param httpProxy the proxy
   * @return a changed copy
   */
  public Dialer through(HttpProxy httpProxy) {
    return new Dialer(loopbackOnly, httpProxy, resolver);
  }

  /**
   * The same dialer with another way to look names up.
   *
   * @param names turns names into addresses
   * @return a changed copy
   */
  public Dialer resolvingWith(Resolver names) {
    return new Dialer(loopbackOnly, proxy, names);
  }

  /**
   * Opens a connection.
   *
   * @param host a name or a literal address
   * @param port the port
   * @param timeout how long to wait for each address of the host
   * @return a connected socket
   * @throws RefusedTargetException if the target is beyond loopback and that is forbidden
   * @throws IOException if no address of the host answers; the first failure, which holds those of
   *     the other addresses as suppressed ones
   */
  public Socket connect(String host, int port, Duration timeout) throws IOException {
    @Nullable IOException failure = null;
    for (InetAddress address : resolve(host)) {
      Socket socket = new DialedSocket(this);
      try {
        socket.connect(new InetSocketAddress(address, port), Math.toIntExact(timeout.toMillis()));
        return socket;
      } catch (IOException e) {
        socket.close();
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    throw Objects.requireNonNullElseGet(failure, () -> new UnknownHostException(host));
  }

  /**
   * Gives unconnected sockets that obey this dialer, for clients that connect by themselves.
   *
   * @return a factory whose sockets connect only as this dialer allows
   */
  public SocketFactory socketFactory() {
    return new DialedSocketFactory(this);
  }

  /**
   * Looks a name up for {@link #socketFactory()}.
   *
   * @param host a name or a literal address
   * @return its addresses; behind a proxy, which resolves names itself, one that only carries the
   *     name
   * @throws UnknownHostException if nobody knows the name
   */
  public List<InetAddress> resolve(String host) throws UnknownHostException {
    if (proxy == null) {
      return resolver.resolve(host);
    }
    return List.of(InetAddress.getByAddress(host, new byte[4]));
  }

  /** Tells whether connections are tunnelled. */
  @Nullable HttpProxy proxy() {
    return proxy;
  }

  /** Gives the address to dial for a target, or refuses it. */
  InetSocketAddress permitted(InetSocketAddress target) throws IOException {
    InetSocketAddress dialled = proxy == null ? target : proxyAddress(proxy);
    @Nullable InetAddress address = dialled.getAddress();
    if (address == null) {
      throw new UnknownHostException(dialled.getHostString());
    }
    if (loopbackOnly && !address.isLoopbackAddress()) {
      throw new RefusedTargetException(dialled.getHostString() + ":" + dialled.getPort());
    }
    return dialled;
  }

  private InetSocketAddress proxyAddress(HttpProxy server) throws UnknownHostException {
    return new InetSocketAddress(resolver.resolve(server.host()).get(0), server.port());
  }
}
