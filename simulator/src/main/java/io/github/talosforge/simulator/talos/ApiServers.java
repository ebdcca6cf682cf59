package io.github.talosforge.simulator.talos;

import java.net.InetSocketAddress;
import java.util.Optional;

/** Runs the Kubernetes API servers of formed clusters. Called inside of the world's lock. */
public interface ApiServers {
  /** A socket that answers. */
  interface Listening extends AutoCloseable {
    /**
     * Where it listens.
     *
     * @return a loopback socket
     */
    InetSocketAddress address();

    @Override
    void close();
  }

  /**
   * Starts the API server of one control plane node, or of a shared address.
   *
   * @param cluster the cluster
   * @param bind where to listen: port 0 on loopback, or the node's own address inside 127.0.0.0/8
   * @return the open socket
   */
  Listening open(FormedCluster cluster, InetSocketAddress bind);

  /**
   * A node drains itself before an upgrade or reset, and takes pods again afterwards.
   *
   * @param cluster the cluster
   * @param node its hostname
   * @param cordoned whether it refuses new pods
   */
  default void cordon(FormedCluster cluster, String node, boolean cordoned) {}

  /**
   * What a node's Node says; Talos reads it through the API.
   *
   * @param cluster the cluster
   * @param node its hostname
   * @return whether it is ready; empty when there is none
   */
  default Optional<Boolean> isReady(FormedCluster cluster, String node) {
    return Optional.of(true);
  }

  /** No Kubernetes at all. */
  ApiServers NONE =
      (cluster, bind) -> {
        throw new IllegalStateException("no Kubernetes API is simulated");
      };
}
