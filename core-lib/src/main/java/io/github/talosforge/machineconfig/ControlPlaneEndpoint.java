package io.github.talosforge.machineconfig;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NetworkSpec;
import io.github.talosforge.model.NodeRole;
import java.net.URI;
import java.util.Optional;

/** Where the Kubernetes API of a cluster is. */
public final class ControlPlaneEndpoint {
  private static final int PORT = 6443;

  private ControlPlaneEndpoint() {}

  /**
   * Returns the endpoint that the files name, else the shared address, else the only control
   * plane's.
   *
   * @param cluster the cluster
   * @param layout the addresses of its nodes
   * @return the URL, unless the cluster has no steady address
   */
  public static Optional<URI> of(ClusterSpec cluster, ClusterLayout layout) {
    NetworkSpec network = cluster.network();
    return network
        .endpoint()
        .or(() -> network.vip().map(vip -> url(vip.toString())))
        .or(() -> onlyControlPlane(cluster, layout));
  }

  private static Optional<URI> onlyControlPlane(ClusterSpec cluster, ClusterLayout layout) {
    var controlPlanes = cluster.nodes(NodeRole.CONTROL_PLANE);
    return controlPlanes.size() == 1
        ? layout
            .of(controlPlanes.get(0).name())
            .flatMap(NodeAssignment::address)
            .map(address -> url(address.toString()))
        : Optional.empty();
  }

  private static URI url(String host) {
    return URI.create("https://" + host + ":" + PORT);
  }
}
