package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ClientLimits;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Vm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster on a simulated Proxmox VE over real TLS, for tests of the whole way. */
public final class SimulatedCluster implements AutoCloseable {
  /** What differs between two VMs that are made alike. */
  private static final Set<String> CHANCE = Set.of("digest", "meta", "vmgenid");

  public final Simulator simulator;
  private ProxmoxConnection connection;
  private String name = "demo";
  private String uid = "0123456789abcdef";
  private String hosts = "pve1, pve2, pve3";
  private String talos = "1.12.4";
  private String kubernetes = "1.35.0";
  private String network = "192.168.22";
  private boolean wide;
  private String storage = "local-zfs";
  private String factory;
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

  public SimulatedCluster(Simulator simulator) {
    this.simulator = simulator;
    connection = connection(simulator.token());
    factory = simulator.connection().factory();
  }

  private ProxmoxConnection connection(String token) {
    String[] parts = token.split("=", 2);
    return connection(ApiToken.of(parts[0], parts[1]));
  }

  private ProxmoxConnection connection(ProxmoxCredentials credentials) {
    return ProxmoxConnection.to(credentials, simulator.url())
        .withTrust(Trust.fingerprint(simulator.fingerprint()))
        .withDialer(Dialer.direct().loopbackOnly());
  }

  /** Does everything from now on with another token, {@code user@realm!name=secret}. */
  public SimulatedCluster as(String token) {
    connection = connection(token);
    return this;
  }

  /** Does everything from now on as a user with a password. */
  SimulatedCluster as(String user, String password) {
    connection = connection(new ProxmoxCredentials.Password(user, password));
    return this;
  }

  /** Lets it ask more or less at once than others do. */
  SimulatedCluster limits(ClientLimits limits) {
    connection = connection.withLimits(limits);
    return this;
  }

  /** Returns a connection of somebody else, who may do everything. */
  public ProxmoxClient root() {
    return RecordedClients.open(connection(simulator.token()));
  }

  SimulatedCluster network(String firstThreeNumbers) {
    network = firstThreeNumbers;
    return this;
  }

  SimulatedCluster storage(String which) {
    storage = which;
    return this;
  }

  /** Makes it another cluster. */
  public SimulatedCluster named(String which, String itsUid) {
    name = which;
    uid = itsUid;
    return this;
  }

  /** Lets it use the hosts {@code pve1}, {@code pve2} and so on. */
  SimulatedCluster hosts(int count) {
    hosts =
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> "pve" + number)
            .collect(Collectors.joining(", "));
    return this;
  }

  public SimulatedCluster factory(String url) {
    factory = url;
    return this;
  }

  public SimulatedCluster kubernetes(String version) {
    kubernetes = version;
    return this;
  }

  /** Gives the nodes' network a prefix of 16 bits instead of 24. */
  void wide(boolean value) {
    wide = value;
  }

  public SimulatedCluster talos(String version) {
    talos = version;
    return this;
  }

  /** Puts a VM there that somebody else made. */
  public void stranger(int id, String host, Map<String, String> config) {
    simulator
        .world()
        .locked(
            () -> {
              Vm vm = new Vm(id, host);
              vm.config().putAll(config);
              vm.touch();
              simulator.world().vms().put(id, vm);
              simulator.world().touch();
              return vm;
            });
  }

  /** Changes a VM's file behind everybody's back, as root can on a host. */
  public void edit(int id, Consumer<Vm> change) {
    simulator
        .world()
        .locked(
            () -> {
              Vm vm = simulator.world().vms().get(id);
              change.accept(vm);
              vm.touch();
              simulator.world().touch();
              return vm;
            });
  }

  static SimulatedCluster start() {
    return new SimulatedCluster(Simulator.builder().hosts(3).timeScale(0).start());
  }

  public SimulatedCluster cluster(String lines) {
    clusterMore = lines;
    return this;
  }

  public SimulatedCluster nodes(String text) {
    nodes = text;
    return this;
  }

  /** Takes the uid out of the files. */
  SimulatedCluster withoutUid() {
    uid = "";
    return this;
  }

  /** Opens a session on a machine whose clock is ahead of the server's. */
  ClusterSession sessionWithClockAhead(Duration ahead) {
    return ClusterSession.over(spec(), connection, to -> RecordedClients.ahead(to, ahead));
  }

  public ClusterSession session() {
    return ClusterSession.over(spec(), connection, RecordedClients::open);
  }

  public ClusterSpec spec() {
    ClusterReading reading = ClusterFiles.read(clusterFile(), nodes);
    return reading
        .spec()
        .orElseThrow(() -> new IllegalArgumentException(reading.report().render()));
  }

  /** Plans on a machine whose clock is ahead of the server's. */
  Plan planWithClockAhead(Duration ahead) {
    try (ClusterSession session =
        ClusterSession.over(spec(), connection, to -> RecordedClients.ahead(to, ahead))) {
      return session.plan(NodeSelection.all(), false);
    }
  }

  /** Compares the clocks on such a machine. */
  FindingReport clocksAhead(Duration ahead) {
    try (ClusterSession session =
        ClusterSession.over(spec(), connection, to -> RecordedClients.ahead(to, ahead))) {
      Plan unused = session.plan(NodeSelection.all(), false);
      return session.clocks();
    }
  }

  /** Returns the cluster file as it stands. */
  String clusterFile() {
    return """
    cluster_name: %s
    cluster_uid: %s
    talos_version: %s
    kubernetes_version: %s
    node_cidr: NETWORK.0/24
    node_gateway: NETWORK.1
    cluster_api_vip: NETWORK.100
    dns_servers: [NETWORK.1]
    proxmox_api_url: %s
    proxmox_nodes: [%s]
    proxmox_storage: %s
    proxmox_image_storage: local
    talos_factory_url: %s
    """
            .formatted(name, uid, talos, kubernetes, simulator.url(), hosts, storage, factory)
            .replace("cluster_uid: \n", "")
            .replace(
                "NETWORK.0/24", wide ? network.replaceFirst("[.]\\d+$", ".0.0/16") : "NETWORK.0/24")
            .replace("NETWORK", network)
        + clusterMore;
  }

  Plan plan() {
    try (ClusterSession session = session()) {
      return session.plan(NodeSelection.all(), false);
    }
  }

  ApplyResult apply(Plan plan) {
    try (ClusterSession session = session()) {
      return session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
    }
  }

  ApplyResult destroy() {
    try (ClusterSession session = session()) {
      Plan plan = session.planDestruction(NodeSelection.all(), false);
      return session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
    }
  }

  ApplyResult destroyWithData() {
    try (ClusterSession session = session()) {
      Plan plan = session.planDestruction(NodeSelection.all(), false, true);
      return session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
    }
  }

  Plan planRebuild(String... nodes) {
    try (ClusterSession session = session()) {
      return session.planRebuild(new NodeSelection(List.of(nodes), List.of()), false);
    }
  }

  Plan planCleaning(int keep, boolean images) {
    try (ClusterSession session = session()) {
      return session.planTemplateCleaning(keep, images);
    }
  }

  ApplyResult provision() {
    return provision(false);
  }

  public ApplyResult provision(boolean allowRestarts) {
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
        // What waits for a stop and start is in force where a host came back meanwhile.
        Map<String, String> values = new TreeMap<>(vm.config());
        values.putAll(vm.pending());
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
