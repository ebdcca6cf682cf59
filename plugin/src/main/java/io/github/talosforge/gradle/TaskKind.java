package io.github.talosforge.gradle;

import io.github.talosforge.gradle.tasks.BuildTemplate;
import io.github.talosforge.gradle.tasks.ClusterTask;
import io.github.talosforge.gradle.tasks.DestroyCluster;
import io.github.talosforge.gradle.tasks.ExplainNodes;
import io.github.talosforge.gradle.tasks.PlanCluster;
import io.github.talosforge.gradle.tasks.PrintRoleCommands;
import io.github.talosforge.gradle.tasks.ProvisionNodes;
import io.github.talosforge.gradle.tasks.StatusCluster;
import io.github.talosforge.gradle.tasks.ValidateCluster;
import java.util.List;

/**
 * A task that every cluster has.
 *
 * @param name the name of the task without the cluster's
 * @param type what it does
 * @param description one line for {@code gradle tasks}
 * @param after the names of the tasks that it builds on
 * @param <T> the type of the task
 */
record TaskKind<T extends ClusterTask>(
    String name, Class<T> type, String description, List<String> after) {

  static final List<TaskKind<?>> ALL =
      List.of(
          of(
              "validateCluster",
              ValidateCluster.class,
              "Checks the cluster's files and shows the nodes that they describe."),
          of(
              "explainNodes",
              ExplainNodes.class,
              "Shows every value of each node with the layer, file and line that gave it."),
          of(
              "printRoleCommands",
              PrintRoleCommands.class,
              "Prints the pveum commands that make a token with the least rights."),
          of("planCluster", PlanCluster.class, "Shows what provisionNodes would do, and why."),
          of(
              "buildTemplate",
              BuildTemplate.class,
              "Builds the Talos templates that nodes are about to be cloned from."),
          of(
              "provisionNodes",
              ProvisionNodes.class,
              "Makes the nodes' VMs what the files say, and starts them.",
              "buildTemplate"),
          of("statusCluster", StatusCluster.class, "Shows the nodes as they are on Proxmox VE."),
          of(
              "destroyCluster",
              DestroyCluster.class,
              "Destroys the cluster's VMs; needs --confirm with its name."));

  private static <T extends ClusterTask> TaskKind<T> of(
      String name, Class<T> type, String description, String... after) {
    return new TaskKind<>(name, type, description, List.of(after));
  }
}
