package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.talos.ClusterNode;
import io.github.talosforge.simulator.talos.FormedCluster;
import io.github.talosforge.simulator.talos.KeySpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A cluster that a test shapes itself: three control plane nodes and a worker. */
final class TestCluster implements FormedCluster {
  final TestAuthority authority = new TestAuthority();
  final Keys keys = new Keys();
  final List<ClusterNode> nodes = new ArrayList<>();
  String cni = "flannel";
  List<String> manifests = List.of();
  final List<String> forgotten = new ArrayList<>();
  boolean scheduling;

  TestCluster() {
    nodes.add(node("cp-1", "192.168.7.11", true, true, "boot-1"));
    nodes.add(node("cp-2", "192.168.7.12", true, true, "boot-2"));
    nodes.add(node("cp-3", "192.168.7.13", true, true, "boot-3"));
    nodes.add(node("worker-1", "192.168.7.21", false, true, "boot-4"));
  }

  static ClusterNode node(
      String name, String address, boolean controlPlane, boolean running, String boot) {
    return new ClusterNode(
        100,
        name,
        address,
        controlPlane,
        running,
        "v1.12.4",
        "v1.35.0",
        "4c4c4544-0000-1000-8000-000000000001",
        boot);
  }

  /** Another boot of a node, or its end. */
  void set(String name, boolean running, String boot) {
    nodes.replaceAll(
        node ->
            node.hostname().equals(name)
                ? node(name, node.address(), node.controlPlane(), running, boot)
                : node);
  }

  @Override
  public String id() {
    return "etcd-1";
  }

  @Override
  public String name() {
    return "homelab";
  }

  @Override
  public String endpoint() {
    return "https://192.168.7.10:6443";
  }

  @Override
  public Optional<String> vip() {
    return Optional.of("192.168.7.10");
  }

  @Override
  public String kubernetesCaCertificate() {
    return authority.certificatePem();
  }

  @Override
  public String kubernetesCaKey() {
    return authority.keyPem();
  }

  @Override
  public List<String> apiServerNames() {
    return List.of("kube.example.org", "192.168.7.10", "127.0.0.1");
  }

  @Override
  public String kubernetesVersion() {
    return "v1.35.0";
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public boolean schedulesOnControlPlanes() {
    return scheduling;
  }

  @Override
  public String cni() {
    return cni;
  }

  @Override
  public boolean runsKubeProxy() {
    return true;
  }

  @Override
  public boolean runsCoreDns() {
    return true;
  }

  @Override
  public void forget(String hostname) {
    forgotten.add(hostname);
  }

  @Override
  public Map<String, String> nodeTaints(String hostname) {
    return Map.of();
  }

  @Override
  public List<String> manifests() {
    return manifests;
  }

  @Override
  public Map<String, String> nodeLabels(String hostname) {
    return Map.of("example.org/rack", "r1");
  }

  @Override
  public KeySpace etcd() {
    return keys;
  }

  /** Keys in memory. */
  static final class Keys implements KeySpace {
    final TreeMap<String, String> content = new TreeMap<>();
    boolean quorum = true;
    private long revision = 1;

    @Override
    public Optional<String> get(String key) {
      return Optional.ofNullable(content.get(key));
    }

    @Override
    public SortedMap<String, String> range(String prefix) {
      return new TreeMap<>(content.subMap(prefix, prefix + Character.MAX_VALUE));
    }

    @Override
    public long put(String key, String value) {
      demandQuorum();
      content.put(key, value);
      return ++revision;
    }

    @Override
    public boolean delete(String key) {
      demandQuorum();
      revision++;
      return content.remove(key) != null;
    }

    private void demandQuorum() {
      if (!quorum) {
        throw new IllegalStateException("no quorum");
      }
    }

    @Override
    public long revision() {
      return revision;
    }

    @Override
    public boolean hasQuorum() {
      return quorum;
    }
  }
}
