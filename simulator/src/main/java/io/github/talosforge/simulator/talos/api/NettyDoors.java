package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.fault.CallLog;
import io.github.talosforge.simulator.talos.Doors;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.pki.Authority;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Opens the nodes' ports; all nodes share their threads. */
public final class NettyDoors implements Doors, AutoCloseable {
  private static final int LARGEST_MESSAGE = 32 << 20;
  private static final int THREADS = 8;
  private static final int BIND_ATTEMPTS = 200;

  private final TalosCalls calls;
  private final CallLog log;
  private @Nullable Hall hall;

  /**
   * Doors to all services.
   *
   * @param calls how calls are carried out
   * @param log where calls are written down, and what goes wrong with them
   */
  public NettyDoors(TalosCalls calls, CallLog log) {
    this.calls = calls;
    this.log = log;
  }

  /** What all doors share; made with the first one, for most simulations have no node at all. */
  private static final class Hall {
    final EventLoopGroup acceptor =
        new NioEventLoopGroup(1, new DefaultThreadFactory("talos-accept", true));
    final EventLoopGroup workers =
        new NioEventLoopGroup(2, new DefaultThreadFactory("talos-io", true));
    final ExecutorService executor =
        Executors.newFixedThreadPool(THREADS, new DefaultThreadFactory("talos-call", true));
    final List<BindableService> services;
    final RpcRouter router;
    final RpcRecorder recorder;
    final SslContext nobody;

    Hall(TalosCalls calls, CallLog log) {
      services = calls.services();
      router = new RpcRouter(calls.talos());
      recorder = new RpcRecorder(calls.talos(), log, executor);
      nobody =
          NodeDoor.shown(Authority.create("nobody", InstantSource.system().instant()).identity())
              .build();
    }
  }

  @Override
  public Door open(Machine machine, InetSocketAddress bind) {
    Hall shared = hall == null ? new Hall(calls, log) : hall;
    hall = shared;
    DynamicTls tls = new DynamicTls(shared.nobody);
    NodeDoor door = new NodeDoor(tls);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(bind)
            .bossEventLoopGroup(shared.acceptor)
            .workerEventLoopGroup(shared.workers)
            .channelFactory(() -> new TrackedServerChannel(door::admits))
            .executor(shared.executor)
            .sslContext(tls)
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .intercept(shared.router.of(machine))
            .intercept(shared.recorder.of(machine, door));
    shared.services.forEach(builder::addService);
    door.serve(started(builder.build(), builder));
    return door;
  }

  /** The port of a node that just went down may take a moment to be free. */
  private static Server started(Server first, NettyServerBuilder builder) {
    Server server = first;
    for (int attempt = 1; ; attempt++) {
      try {
        return server.start();
      } catch (IOException e) {
        if (attempt == BIND_ATTEMPTS) {
          throw new UncheckedIOException("Cannot open the port of a node: " + e.getMessage(), e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        server = builder.build();
      }
    }
  }

  @Override
  public void close() {
    if (hall != null) {
      Future<?> unusedAcceptor = hall.acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      Future<?> unusedWorkers = hall.workers.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      hall.executor.shutdown();
    }
  }
}
