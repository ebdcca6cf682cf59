package io.github.talosforge.simulator.talos;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster whose etcd was bootstrapped. Two bootstraps on empty control planes make two of them
 * with the same name and secrets. Call it inside of the world's lock.
 */
public interface FormedCluster {
  /**
   * The id of its etcd cluster, different for each bootstrap.
   *
   * @return the id
   */
  String id();

  /**
   * The name in the machine configs.
   *
   * @return the name
   */
  String name();

  /**
   * The endpoint in the machine configs.
   *
   * @return for example {@code https://192.168.1.10:6443}
   */
  String endpoint();

  /**
   * The shared address of the control plane nodes.
   *
   * @return the address, when the configs name one
   */
  Optional<String> vip();

  /**
   * The certificate of the Kubernetes CA in the machine configs.
   *
   * @return PEM text
   */
  String kubernetesCaCertificate();

  /**
   * The key of the Kubernetes CA in the machine configs.
   *
   * @return PEM text, as it stands in the config: EC, RSA or PKCS#8
   */
  String kubernetesCaKey();

  /**
   * The names and addresses that the API server's certificate is for.
   *
   * @return host names and IP addresses
   */
  List<String> apiServerNames();

  /**
   * The version of the control plane.
   *
   * @return for example {@code v1.35.0}
   */
  String kubernetesVersion();

  /**
   * The nodes whose kubelets have joined, whether they run now or not.
   *
   * @return the nodes by hostname
   */
  List<ClusterNode> nodes();

  /**
   * Whether the control plane nodes also run ordinary pods.
   *
   * @return whether the config allows it
   */
  boolean schedulesOnControlPlanes();

  /**
   * The network of the pods.
   *
   * @return {@code flannel}, {@code custom} or {@code none}, as in {@code cluster.network.cni}
   */
  String cni();

  /**
   * Whether kube-proxy runs.
   *
   * @return false: {@code cluster.proxy.disabled}
   */
  boolean runsKubeProxy();

  /**
   * Whether CoreDNS runs.
   *
   * @return false: {@code cluster.coreDNS.disabled}
   */
  boolean runsCoreDns();

  /**
   * What the control plane creates beside its own manifests.
   *
   * @return the texts in {@code cluster.inlineManifests}
   */
  List<String> manifests();

  /**
   * The labels that a node's config adds.
   *
   * @param hostname the node
   * @return {@code machine.nodeLabels}
   */
  Map<String, String> nodeLabels(String hostname);

  /**
   * The taints that a node's config adds.
   *
   * @param hostname the node
   * @return {@code machine.nodeTaints}: the effect, or value and effect with a colon, by key
   */
  Map<String, String> nodeTaints(String hostname);

  /**
   * Forgets a node, after its object was deleted from Kubernetes. A kubelet that runs comes back
   * when it is started again.
   *
   * @param hostname the node's name
   */
  void forget(String hostname);

  /**
   * Where Kubernetes keeps its objects.
   *
   * @return the keys
   */
  KeySpace etcd();
}
