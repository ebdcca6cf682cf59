package io.github.talosforge.benchmark;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.simulator.Simulator;
import java.net.URI;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster of many small nodes on a simulated Proxmox VE over real TLS. */
final class SimulatedNodes implements AutoCloseable {
  private static final int NODES_PER_HOST = 25;
  private static final int FEWEST_HOSTS = 3;
  private static final int FEWEST_CONTROL_PLANES = 3;

  final Simulator simulator;
  private final Access access;

  /**
   * What somebody needs to work with the cluster, in this process or another.
   *
   * @param url the API
   * @param token the token with its secret
   * @param fingerprint of the certificate
   * @param cluster the text of the cluster's file
   * @param nodes the text of the nodes' file
   */
  record Access(String url, String token, String fingerprint, String cluster, String nodes) {
    ClusterSession session() {
      ClusterReading reading = ClusterFiles.read(cluster, nodes);
      ClusterSpec spec =
          reading.spec().orElseThrow(() -> new IllegalStateException(reading.report().render()));
      String[] parts = token.split("=", 2);
      return ClusterSession.open(
          spec,
          ProxmoxConnection.to(ApiToken.of(parts[0], parts[1]), url)
              .withTrust(Trust.fingerprint(fingerprint))
              .withDialer(Dialer.direct().loopbackOnly()));
    }
  }

  SimulatedNodes(int count, double timeScale, String how) {
    this(count, timeScale, "local-zfs", how);
  }

  SimulatedNodes(int count, double timeScale, String storage, String how) {
    this(FEWEST_CONTROL_PLANES, count, timeScale, storage, how);
  }

  SimulatedNodes(int controlPlanes, int count, double timeScale, String storage, String how) {
    int hosts = Math.max(FEWEST_HOSTS, (count + NODES_PER_HOST - 1) / NODES_PER_HOST);
    simulator = Simulator.builder().hosts(hosts).timeScale(timeScale).start();
    access =
        new Access(
            simulator.url(),
            simulator.token(),
            simulator.fingerprint(),
            cluster(simulator, storage, hosts) + how,
            nodes(controlPlanes, count));
  }

  private static String cluster(Simulator simulator, String storage, int hosts) {
    String names =
        IntStream.rangeClosed(1, hosts).mapToObj(i -> "pve" + i).collect(Collectors.joining(", "));
    return """
    cluster_name: demo
    cluster_uid: 0123456789abcdef
    talos_version: 1.12.4
    kubernetes_version: 1.35.0
    node_cidr: 10.22.0.0/16
    node_gateway: 10.22.0.1
    cluster_api_vip: 10.22.0.2
    dns_servers: [10.22.0.1]
    proxmox_api_url: %s
    proxmox_nodes: [%s]
    proxmox_storage: %s
    proxmox_image_storage: local
    talos_factory_url: %s
    proxmox_vm_defaults: {vm_memory: 2048, vm_disk_size: 10}
    """
        .formatted(simulator.url(), names, storage, simulator.connection().factory());
  }

  private static String nodes(int controlPlanes, int count) {
    return """
    pools:
      - {name: cp, role: controlplane, count: %d}
      - {name: worker, count: %d}
    """
        .formatted(controlPlanes, count - controlPlanes);
  }

  /** Opens what reaches simulated machines: the simulator's proxy, and nothing beside it. */
  Dialer machines() {
    URI proxy = URI.create(simulator.proxy());
    return Dialer.direct().loopbackOnly().through(HttpProxy.of(proxy.getHost(), proxy.getPort()));
  }

  Access access() {
    return access;
  }

  /** Plans and carries the plan out; returns whether everything was done. */
  boolean provision() {
    try (ClusterSession session = access.session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      if (plan.isBlocked()) {
        throw new IllegalStateException(plan.findings().render());
      }
      ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
      if (!result.complete()) {
        throw new IllegalStateException(result.outcomes().toString());
      }
      return !plan.isEmpty();
    }
  }

  @Override
  public void close() {
    simulator.close();
  }
}
