package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.NodeTable;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/** Checks a cluster's files and shows the nodes that they describe. */
@UntrackedTask(because = "Its result is what it prints")
public abstract class ValidateCluster extends ClusterTask {
  /** Reads the files, fails on errors, shows the nodes otherwise. */
  @TaskAction
  public void validate() {
    ClusterSpec cluster = readCluster();
    getLogger().lifecycle(headline(cluster));
    NodeTable.of(cluster).lines().forEach(getLogger()::lifecycle);
  }

  private static String headline(ClusterSpec cluster) {
    return "Cluster %s is valid: %s and %s, Talos %s, Kubernetes %s."
        .formatted(
            cluster.name(),
            counted(cluster.nodes(NodeRole.CONTROL_PLANE).size(), "control plane"),
            counted(cluster.nodes(NodeRole.WORKER).size(), "worker"),
            cluster.talos().version(),
            cluster.kubernetes().version());
  }

  private static String counted(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
