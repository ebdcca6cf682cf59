package io.github.talosforge.gradle.dsl;

import org.gradle.api.Action;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Nested;

/** What can be said about one cluster, and about all of them at once. */
public interface ClusterSettings {
  /**
   * Returns the file that describes the cluster.
   *
   * @return the cluster file
   */
  RegularFileProperty getClusterFile();

  /**
   * Returns the file that lists the cluster's nodes and pools.
   *
   * @return the nodes file
   */
  RegularFileProperty getNodesFile();

  /**
   * Returns how Proxmox VE is reached.
   *
   * @return the connection
   */
  @Nested
  ProxmoxConnectionSpec getProxmox();

  /**
   * Says how Proxmox VE is reached.
   *
   * @param action sets the connection
   */
  default void proxmox(Action<? super ProxmoxConnectionSpec> action) {
    action.execute(getProxmox());
  }

  /**
   * Returns the file with the cluster's secrets, in Talos' own format, plain or encrypted with SOPS
   * and age. It is made by the first run that needs it and never written over.
   *
   * @return the file; {@code secrets.yaml} beside the cluster file unless set
   */
  RegularFileProperty getSecretsFile();

  /**
   * Returns where the kubeconfig goes. Other clusters in the file are kept.
   *
   * @return the file; {@code build/talosforge/<cluster>/kubeconfig} unless set
   */
  RegularFileProperty getKubeconfig();

  /**
   * Returns where the talosconfig goes. Other clusters in the file are kept.
   *
   * @return the file; {@code build/talosforge/<cluster>/talosconfig} unless set
   */
  RegularFileProperty getTalosconfig();

  /**
   * Returns the HTTP proxy through which the machines are reached, such as {@code
   * http://10.0.0.1:3128}.
   *
   * @return its URL; none unless set
   */
  Property<String> getTalosProxy();

  /**
   * Returns the Image Factory that is used instead of the one that the files name.
   *
   * @return its URL; the files' {@code talos_factory_url} unless set
   */
  Property<String> getImageFactory();

  /**
   * Returns how long to wait at most for a task of Proxmox VE, for Talos, and for pods to leave a
   * node, such as {@code 30m}.
   *
   * @return the time; {@code 1h} unless set
   */
  Property<String> getTimeout();

  /**
   * Returns how many changes are made at the same time.
   *
   * @return the number; 8 unless set
   */
  Property<Integer> getMaxParallel();

  /**
   * Returns whether {@code planCluster} and {@code statusCluster} fail when the live system differs
   * from the files, as pipelines want it.
   *
   * @return whether a difference is a failure; false unless set
   */
  Property<Boolean> getFailOnDrift();
}
