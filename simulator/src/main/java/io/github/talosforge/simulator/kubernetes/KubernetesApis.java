package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.fault.CallLog;
import io.github.talosforge.simulator.talos.ApiServers;
import io.github.talosforge.simulator.talos.FormedCluster;
import io.github.talosforge.simulator.world.World;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The API servers of all clusters. */
public final class KubernetesApis implements ApiServers, AutoCloseable {
  private static final long TICK = 100;

  private final World world;
  private final CallLog log;
  private final Runnable advance;
  private final Runnable afterCall;
  private final Map<String, ApiAccess> clusters = new ConcurrentHashMap<>();

  /** Never waits for the world, because whoever opens a socket holds the world meanwhile. */
  private final EventLoopGroup acceptor =
      new NioEventLoopGroup(1, new DefaultThreadFactory("simulator-kubernetes-accept", true));

  private final EventLoopGroup loops =
      new NioEventLoopGroup(2, new DefaultThreadFactory("simulator-kubernetes", true));

  /**
   * API servers.
   *
   * @param world the world
   * @param log where requests are written down, and what goes wrong with them
   * @param advance lets happen what is due in the world
   * @param afterCall is done after each request and before its answer
   */
  public KubernetesApis(World world, CallLog log, Runnable advance, Runnable afterCall) {
    this.world = world;
    this.log = log;
    this.advance = advance;
    this.afterCall = afterCall;
  }

  @Override
  public Listening open(FormedCluster cluster, InetSocketAddress bind) {
    if (!bind.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(bind + " is no address of this machine alone");
    }
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(acceptor, loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new ApiConnections(access(cluster)));
    var bound = bootstrap.bind(bind).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IllegalStateException(
          "Cannot listen on " + bind + ": " + bound.cause().getMessage(), bound.cause());
    }
    return new Socket(bound.channel());
  }

  private record Socket(Channel channel) implements Listening {
    @Override
    public InetSocketAddress address() {
      return (InetSocketAddress) channel.localAddress();
    }

    @Override
    public void close() {
      channel.close().awaitUninterruptibly();
    }
  }

  private ApiAccess access(FormedCluster cluster) {
    return clusters.compute(
        cluster.id(),
        (id, known) -> known != null && known.api().cluster() == cluster ? known : fresh(cluster));
  }

  private ApiAccess fresh(FormedCluster cluster) {
    ClusterApi api = new ClusterApi(cluster, world.time()::now, world::scaled);
    ApiAccess access = new ApiAccess(world, api, log, advance, afterCall);
    Future<?> unused =
        loops.scheduleWithFixedDelay(access::tick, TICK, TICK, TimeUnit.MILLISECONDS);
    return access;
  }

  @Override
  public void cordon(FormedCluster cluster, String node, boolean cordoned) {
    access(cluster).api().cordon(node, cordoned);
  }

  @Override
  public Optional<Boolean> isReady(FormedCluster cluster, String node) {
    return access(cluster).api().isReady(node);
  }

  /**
   * The nodes of a cluster as kubectl shows them; asked inside of the world's lock.
   *
   * @param cluster the cluster
   * @return {@code Ready}, {@code NotReady} and so on by name
   */
  public Map<String, String> states(FormedCluster cluster) {
    ApiAccess known = clusters.get(cluster.id());
    return known == null ? Map.of() : known.api().states();
  }

  @Override
  public void close() {
    acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
