package io.github.talosforge.kubernetes;

import java.util.List;
import java.util.Optional;

/** Reads what Kubernetes says of its cluster; every method throws {@link KubernetesException}. */
public interface KubernetesReader extends AutoCloseable {

  /**
   * Lists the nodes.
   *
   * @return all nodes
   */
  List<KubernetesNode> nodes();

  /**
   * Lists pods of the system.
   *
   * @param selector a label selector, such as {@code k8s-app=kube-apiserver}
   * @return the pods of the namespace {@code kube-system} that fit
   */
  List<KubernetesPod> systemPods(String selector);

  /**
   * Reads a daemon set of the system.
   *
   * @param name its name
   * @return its replicas, if it exists
   */
  Optional<Replicas> systemDaemonSet(String name);

  /**
   * Reads a deployment of the system.
   *
   * @param name its name
   * @return its replicas, if it exists
   */
  Optional<Replicas> systemDeployment(String name);

  /** Closes the connections. */
  @Override
  void close();
}
