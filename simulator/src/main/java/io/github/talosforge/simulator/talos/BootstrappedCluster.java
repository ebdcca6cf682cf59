package io.github.talosforge.simulator.talos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.talos.config.KubernetesSettings;
import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/** A cluster as its running control plane nodes show it. */
final class BootstrappedCluster implements FormedCluster, KeySpace {
  private static final String NODES = "/talos/nodes/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Talos talos;
  private final EtcdCluster store;

  BootstrappedCluster(Talos talos, EtcdCluster store) {
    this.talos = talos;
    this.store = store;
  }

  EtcdCluster store() {
    return store;
  }

  /** The nodes that run its etcd. */
  Stream<Machine> controlPlanes() {
    return talos.machines().stream()
        .filter(Machine::hasEtcd)
        .filter(
            machine ->
                talos
                    .disks()
                    .etcdData(machine)
                    .filter(data -> data.cluster().equals(store.id()))
                    .isPresent());
  }

  boolean isAlive() {
    return controlPlanes().findAny().isPresent();
  }

  /** Whether a node answers at the shared address right now. */
  boolean shares(Machine machine, String address) {
    return vip().filter(address::equals).isPresent()
        && controlPlanes().filter(talos::hasQuorum).findFirst().filter(machine::equals).isPresent();
  }

  private MachineConfig config() {
    return controlPlanes()
        .flatMap(machine -> machine.config().stream())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no control plane node runs"));
  }

  void join(Machine machine, String hostname, ClusterNode node) {
    try {
      store.put(NODES + hostname, JSON.writeValueAsString(node));
      machine.kubernetes(store.id());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write a node as JSON", e);
    }
  }

  @Override
  public void forget(String hostname) {
    store.delete(NODES + hostname);
    talos.world().touch();
  }

  @Override
  public String id() {
    return store.id();
  }

  @Override
  public String name() {
    return config().clusterName();
  }

  @Override
  public String endpoint() {
    return config().endpoint();
  }

  @Override
  public Optional<String> vip() {
    return controlPlanes()
        .flatMap(machine -> machine.config().stream())
        .flatMap(config -> config.vip().stream())
        .findFirst();
  }

  @Override
  public String kubernetesCaCertificate() {
    return config().kubernetesCa();
  }

  @Override
  public String kubernetesCaKey() {
    return config().kubernetesCaKey();
  }

  @Override
  public List<String> apiServerNames() {
    Set<String> names = new LinkedHashSet<>();
    Optional.ofNullable(URI.create(endpoint()).getHost())
        .ifPresent(host -> names.add(host.replaceAll("[\\[\\]]", "")));
    names.addAll(config().apiServerNames());
    names.addAll(
        List.of(
            "localhost",
            "127.0.0.1",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local",
            "10.96.0.1"));
    vip().ifPresent(names::add);
    controlPlanes()
        .forEach(
            machine -> {
              names.add(talos.network().hostname(machine));
              names.addAll(talos.network().addresses(machine));
            });
    return List.copyOf(names);
  }

  @Override
  public String kubernetesVersion() {
    return controlPlanes()
        .findFirst()
        .map(
            machine ->
                config().controlPlaneVersion().orElse(machine.image().version().kubernetes()))
        .orElse("");
  }

  @Override
  public List<ClusterNode> nodes() {
    List<ClusterNode> nodes = new ArrayList<>();
    store.range(NODES).values().forEach(text -> nodes.add(live(parse(text))));
    return nodes;
  }

  private static ClusterNode parse(String text) {
    try {
      return JSON.readValue(text, ClusterNode.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot read a node from JSON", e);
    }
  }

  private ClusterNode live(ClusterNode joined) {
    return talos
        .machine(joined.vmid())
        .filter(machine -> store.id().equals(machine.kubernetes()))
        .filter(machine -> talos.network().hostname(machine).equals(joined.hostname()))
        .map(machine -> describe(machine, seesControlPlane(machine)))
        .orElseGet(
            () ->
                new ClusterNode(
                    joined.vmid(),
                    joined.hostname(),
                    joined.address(),
                    joined.controlPlane(),
                    false,
                    joined.talosVersion(),
                    joined.kubernetesVersion(),
                    joined.systemUuid(),
                    joined.bootId()));
  }

  private boolean seesControlPlane(Machine machine) {
    return controlPlanes().anyMatch(cp -> talos.connected(cp, machine) && talos.hasQuorum(cp));
  }

  ClusterNode describe(Machine machine, boolean running) {
    return new ClusterNode(
        machine.vmid(),
        talos.network().hostname(machine),
        talos.network().address(machine),
        machine.isControlPlane(),
        running,
        machine.image().version().tag(),
        machine
            .config()
            .flatMap(MachineConfig::kubernetesVersion)
            .orElse(machine.image().version().kubernetes()),
        talos.network().uuid(machine),
        machine.bootId());
  }

  @Override
  public boolean schedulesOnControlPlanes() {
    return config().schedulesOnControlPlanes();
  }

  @Override
  public String cni() {
    return config().kubernetes().cni();
  }

  @Override
  public boolean runsKubeProxy() {
    return config().kubernetes().runsKubeProxy();
  }

  @Override
  public boolean runsCoreDns() {
    return config().kubernetes().runsCoreDns();
  }

  @Override
  public List<String> manifests() {
    return config().kubernetes().manifests();
  }

  @Override
  public Map<String, String> nodeLabels(String hostname) {
    return settings(hostname).map(KubernetesSettings::nodeLabels).orElse(Map.of());
  }

  @Override
  public Map<String, String> nodeTaints(String hostname) {
    return settings(hostname).map(KubernetesSettings::nodeTaints).orElse(Map.of());
  }

  private Optional<KubernetesSettings> settings(String hostname) {
    return talos.machines().stream()
        .filter(machine -> store.id().equals(machine.kubernetes()))
        .filter(machine -> talos.network().hostname(machine).equals(hostname))
        .findFirst()
        .flatMap(Machine::config)
        .map(MachineConfig::kubernetes);
  }

  @Override
  public KeySpace etcd() {
    return this;
  }

  @Override
  public Optional<String> get(String key) {
    return store.get(key);
  }

  @Override
  public SortedMap<String, String> range(String prefix) {
    return store.range(prefix);
  }

  @Override
  public long put(String key, String value) {
    demandQuorum();
    talos.world().touch();
    return store.put(key, value);
  }

  @Override
  public boolean delete(String key) {
    demandQuorum();
    talos.world().touch();
    return store.delete(key);
  }

  private void demandQuorum() {
    if (!hasQuorum()) {
      throw new IllegalStateException("etcdserver: no leader");
    }
  }

  @Override
  public long revision() {
    return store.revision();
  }

  @Override
  public boolean hasQuorum() {
    return controlPlanes().anyMatch(talos::hasQuorum);
  }
}
