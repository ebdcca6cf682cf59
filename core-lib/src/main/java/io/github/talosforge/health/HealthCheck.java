package io.github.talosforge.health;

import java.util.Locale;

/** What is checked, in this order; the same that {@code talosctl health} checks. */
public enum HealthCheck {
  /** The service runs everywhere and says that it is well. */
  ETCD_HEALTHY("etcd is healthy on all control planes"),
  /** Two answers would mean two clusters. */
  ETCD_CONSISTENT("all control planes agree on the members of etcd and its leader"),
  /** A stranger among them would be a machine that is gone. */
  ETCD_MEMBERS("the members of etcd are the control planes"),
  /** Every machine answers. */
  API_READY("Talos answers on all nodes"),
  /** Talos' own minimum. */
  MEMORY("all nodes have enough memory"),
  /** Talos' own minimum. */
  DISK("all nodes have enough disk space"),
  /** What Talos itself finds wrong. */
  DIAGNOSTICS("no node reports a problem"),
  /** The service runs on the control planes. */
  KUBELET("kubelet is healthy on all control planes"),
  /** Every machine has finished to boot, and what belongs to it works. */
  BOOTED("all nodes have finished booting and are ready"),
  /** Every machine joined, with the address that it should have. */
  NODES_JOINED("all nodes have joined Kubernetes"),
  /** Talos made the control plane's pods. */
  STATIC_PODS("all control planes have their static pods"),
  /** And they work. */
  CONTROL_PLANE("the control plane's components are ready"),
  /** The kubelets are content. */
  NODES_READY("all Kubernetes nodes are ready"),
  /** Where it is used. */
  KUBE_PROXY("kube-proxy is ready"),
  /** Where it is used. */
  COREDNS("CoreDNS is ready"),
  /** No node is cordoned. */
  SCHEDULABLE("all Kubernetes nodes take pods");

  private final String sentence;

  HealthCheck(String sentence) {
    this.sentence = sentence;
  }

  /**
   * Gives the name for programs.
   *
   * @return such as {@code etcd-healthy}
   */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Gives the name for people.
   *
   * @return what holds when the check is passed
   */
  public String sentence() {
    return sentence;
  }
}
