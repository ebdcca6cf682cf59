package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosEndpoint;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.net.InetAddress;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one connection to a machine. A broken one is thrown away instead of leaving it to gRPC, which
 * would refuse calls for up to two minutes after a machine came back.
 */
final class Link implements AutoCloseable {
  static final int LARGEST_MESSAGE = 32 * 1024 * 1024;

  /** gRPC's own choice ends with TLS 1.2, which Talos still takes today. */
  private static final String[] TLS_VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private static final String[] CIPHER_SUITES = {
    "TLS_AES_128_GCM_SHA256",
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
  };

  private final TalosEndpoint endpoint;
  private final TalosConnection connection;
  private final Handshake handshake;
  private final boolean checksName;
  private final Threads threads;
  private @Nullable Wire wire;
  private boolean closed;

  Link(
      TalosEndpoint endpoint,
      TalosConnection connection,
      Handshake handshake,
      boolean checksName,
      Threads threads) {
    this.endpoint = endpoint;
    this.connection = connection;
    this.handshake = handshake;
    this.checksName = checksName;
    this.threads = threads;
  }

  /**
   * A channel and its sockets.
   *
   * @param channel the channel
   * @param sockets what its connections are made of
   */
  record Wire(ManagedChannel channel, NodeSockets sockets) {
    void drop() {
      ManagedChannel unused = channel.shutdownNow();
      sockets.abandon();
    }
  }

  /** Gives the present connection, or prepares one. */
  synchronized Wire wire() {
    if (closed) {
      throw new IllegalStateException("the connection to " + endpoint + " was closed");
    }
    if (wire == null) {
      wire = open();
    }
    return wire;
  }

  /** Gives what can do something later. */
  ScheduledExecutorService timer() {
    return threads.timer();
  }

  /** Gives what the machine showed of itself. */
  Handshake handshake() {
    return handshake;
  }

  /** Tells whether there is a connection that was used before. */
  synchronized boolean isOpen() {
    return wire != null;
  }

  /** Throws a broken connection away, unless somebody else did already. */
  synchronized void lost(Wire broken) {
    if (broken.equals(wire)) {
      wire = null;
      broken.drop();
    }
  }

  private Wire open() {
    NodeSockets sockets =
        new NodeSockets(connection.dialer(), endpoint, connection.connectTimeout());
    // The target is this machine, so that gRPC looks no name up; the sockets know where to go.
    OkHttpChannelBuilder builder =
        OkHttpChannelBuilder.forAddress(
                InetAddress.getLoopbackAddress().getHostAddress(), endpoint.port())
            .overrideAuthority(endpoint.toString())
            .socketFactory(sockets)
            .sslSocketFactory(handshake.socketFactory())
            .tlsConnectionSpec(TLS_VERSIONS, CIPHER_SUITES)
            .proxyDetector(address -> null)
            .disableServiceConfigLookUp()
            .disableRetry()
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .executor(threads.work())
            .offloadExecutor(threads.work())
            .transportExecutor(threads.work())
            .scheduledExecutorService(threads.timer());
    if (!checksName) {
      builder.hostnameVerifier((host, session) -> true);
    }
    return new Wire(builder.build(), sockets);
  }

  @Override
  public void close() {
    Wire last;
    synchronized (this) {
      closed = true;
      last = wire;
      wire = null;
    }
    if (last != null) {
      last.drop();
      await(last.channel());
    }
  }

  private static void await(ManagedChannel channel) {
    try {
      boolean unused = channel.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
