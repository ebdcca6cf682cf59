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
   * Returns the Image Factory that is used instead of the one that the files name.
   *
   * @return its URL; the files' {@code talos_factory_url} unless set
   */
  Property<String> getImageFactory();

  /**
   * Returns how long one task may wait for Proxmox VE in all, such as {@code 30m}.
   *
   * @return the time; {@code 1h} unless set
   */
  Property<String> getTimeout();

  /**
   * Returns how many VMs are worked on at the same time.
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
