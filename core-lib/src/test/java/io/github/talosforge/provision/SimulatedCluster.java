package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.inspect.VmState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A cluster on a simulated Proxmox VE over real TLS, for tests of the whole way. */
final class SimulatedCluster implements AutoCloseable {
  /** What differs between two VMs that are made alike. */
  private static final Set<String> CHANCE = Set.of("digest", "meta", "vmgenid");

  final Simulator simulator;
  private final ProxmoxConnection connection;
  private String clusterMore = "";
  private String nodes =
      """
      pools:
        - name: cp
          role: controlplane
          count: 3
        - name: worker
          count: 2
      """;

  SimulatedCluster(Simulator simulator) {
    this.simulator = simulator;
    String[] token = simulator.token().split("=", 2);
    connection =
        ProxmoxConnection.to(ApiToken.of(token[0], token[1]), simulator.url())
            .withTrust(Trust.fingerprint(simulator.fingerprint()))
            .withDialer(Dialer.direct().loopbackOnly());
  }

  static SimulatedCluster start() {
    return new SimulatedCluster(Simulator.builder().hosts(3).timeScale(0).start());
  }

  SimulatedCluster cluster(String lines) {
    clusterMore = lines;
    return this;
  }

  SimulatedCluster nodes(String text) {
    nodes = text;
    return this;
  }

  ClusterSession session() {
    ClusterReading reading = ClusterFiles.read(clusterFile(), nodes);
    return ClusterSession.over(
        reading.spec().orElseThrow(() -> new IllegalArgumentException(reading.report().render())),
        connection,
        RecordedClients.open(connection));
  }

  private String clusterFile() {
    return """
    cluster_name: demo
    cluster_uid: 0123456789abcdef
    talos_version: 1.12.4
    kubernetes_version: 1.35.0
    node_cidr: 192.168.22.0/24
    node_gateway: 192.168.22.1
    cluster_api_vip: 192.168.22.100
    dns_servers: [192.168.22.1]
    proxmox_api_url: %s
    proxmox_nodes: [pve1, pve2, pve3]
    proxmox_storage: local-zfs
    proxmox_image_storage: local
    talos_factory_url: %s
    """
            .formatted(simulator.url(), simulator.connection().factory())
        + clusterMore;
  }

  Plan plan() {
    try (ClusterSession session = session()) {
      return session.plan(NodeSelection.all(), false);
    }
  }

  ApplyResult provision() {
    return provision(false);
  }

  ApplyResult provision(boolean allowRestarts) {
    try (ClusterSession session = session()) {
      Plan plan = session.plan(NodeSelection.all(), allowRestarts);
      if (plan.isBlocked()) {
        throw new IllegalStateException(plan.findings().render());
      }
      return session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
    }
  }

  /** Returns every node's VM with its power and configuration, less what chance decides. */
  Map<String, Map<String, String>> nodes() {
    Map<String, Map<String, String>> nodes = new TreeMap<>();
    for (VmState vm : simulator.inspect().vms().values()) {
      if (!isTemplate(vm)) {
        Map<String, String> values = new TreeMap<>(vm.config());
        values.keySet().removeAll(CHANCE);
        // Which template got which id is chance too.
        values.replaceAll((key, value) -> value.replaceAll("base-\\d+-disk", "base-disk"));
        values.put("(running)", String.valueOf(vm.running()));
        values.put("(host)", vm.host());
        nodes.put(vm.id() + " " + vm.name(), values);
      }
    }
    return nodes;
  }

  /** Returns the templates: host, name and tags. */
  List<String> templates() {
    return simulator.inspect().vms().values().stream()
        .filter(SimulatedCluster::isTemplate)
        .map(vm -> vm.host() + " " + vm.name() + " " + vm.config().get("tags"))
        .sorted()
        .toList();
  }

  private static boolean isTemplate(VmState vm) {
    return "1".equals(vm.config().get("template"));
  }

  @Override
  public void close() {
    simulator.close();
  }
}
