package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.Doors;
import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.tls.ServerTls;
import io.grpc.Server;
import io.netty.channel.ChannelException;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The port of one node: whom it lets in, with which certificate, and who is inside. */
final class NodeDoor implements Doors.Door {
  private static final int PARTING_MILLIS = 30;

  private final DynamicTls tls;
  private final Map<SocketAddress, Connection> connections = new ConcurrentHashMap<>();
  private volatile boolean open;
  private final AtomicInteger generation = new AtomicInteger();
  private @Nullable Server server;

  private record Connection(SocketChannel channel, int generation, AtomicInteger calls) {}

  NodeDoor(DynamicTls tls) {
    this.tls = tls;
  }

  void serve(Server started) {
    server = started;
  }

  /** Whether a new connection is let in. */
  boolean admits(SocketChannel channel) {
    SocketAddress peer = channel.remoteAddress();
    if (open && peer != null) {
      connections.put(peer, new Connection(channel, generation.get(), new AtomicInteger()));
      channel.closeFuture().addListener(closed -> connections.remove(peer));
    }
    return open;
  }

  @Override
  public InetSocketAddress address() {
    Server running = server;
    if (running == null) {
      throw new IllegalStateException("this door has no server yet");
    }
    return (InetSocketAddress) running.getListenSockets().get(0);
  }

  @Override
  public void maintenance(Identity identity) {
    use(() -> shown(identity).build());
  }

  @Override
  public void secure(Identity identity, List<X509Certificate> authorities) {
    use(() -> shown(identity).demanding(authorities).build());
  }

  private void use(Supplier<SslContext> context) {
    tls.use(context);
    leave();
    open = true;
  }

  static ServerTls shown(Identity identity) {
    return ServerTls.of(identity.key(), identity.certificate()).http2();
  }

  @Override
  public void shut() {
    open = false;
    leave();
  }

  /** Everyone inside goes once their last call is answered. */
  private void leave() {
    generation.incrementAndGet();
    connections.values().forEach(this::partIfIdle);
  }

  private void partIfIdle(Connection connection) {
    if (connection.generation() != generation.get() && connection.calls().get() == 0) {
      Future<?> unused =
          connection
              .channel()
              .eventLoop()
              .schedule(() -> close(connection), PARTING_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static void close(Connection connection) {
    Future<?> unused = connection.channel().close();
  }

  void began(@Nullable SocketAddress peer) {
    Connection connection = peer == null ? null : connections.get(peer);
    if (connection != null) {
      connection.calls().incrementAndGet();
    }
  }

  void ended(@Nullable SocketAddress peer) {
    Connection connection = peer == null ? null : connections.get(peer);
    if (connection != null) {
      connection.calls().decrementAndGet();
      partIfIdle(connection);
    }
  }

  /** Resets a connection, so that its client never learns what became of its call. */
  void reset(@Nullable SocketAddress peer) {
    Connection connection = peer == null ? null : connections.get(peer);
    if (connection != null) {
      connection.channel().eventLoop().execute(() -> cut(connection.channel()));
    }
  }

  /**
   * Without lingering, closing sends a reset. It is done below HTTP/2, which would say goodbye and
   * wait for the calls under way.
   */
  private static void cut(SocketChannel channel) {
    try {
      channel.config().setSoLinger(0);
    } catch (ChannelException gone) {
      // Its client was quicker.
      return;
    }
    channel.unsafe().close(channel.unsafe().voidPromise());
  }

  @Override
  public void close() {
    open = false;
    connections.keySet().forEach(this::reset);
    Server running = server;
    if (running != null) {
      running.shutdownNow();
    }
  }
}
