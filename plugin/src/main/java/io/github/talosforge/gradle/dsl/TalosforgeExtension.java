package io.github.talosforge.gradle.dsl;

import org.gradle.api.Action;
import org.gradle.api.NamedDomainObjectContainer;

/**
 * The {@code talosforge} block.
 *
 * <p>Without any registered cluster, {@code cluster.yaml} and {@code nodes.yaml} beside the build
 * script are the one cluster, and nothing has to be said here. As soon as clusters are registered,
 * the block itself stands for all of them: what is set on it holds wherever a cluster says nothing
 * of its own.
 */
public interface TalosforgeExtension extends ClusterSettings {
  /**
   * Returns the clusters of this project.
   *
   * @return the clusters, none unless registered
   */
  NamedDomainObjectContainer<ClusterDefinition> getClusters();

  /**
   * Registers clusters.
   *
   * @param action registers them
   */
  default void clusters(Action<? super NamedDomainObjectContainer<ClusterDefinition>> action) {
    action.execute(getClusters());
  }
}
