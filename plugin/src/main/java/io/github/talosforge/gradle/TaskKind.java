package io.github.talosforge.gradle;

import io.github.talosforge.gradle.tasks.ClusterTask;
import io.github.talosforge.gradle.tasks.ExplainNodes;
import io.github.talosforge.gradle.tasks.PrintRoleCommands;
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
              "Prints the pveum commands that make a token with the least rights."));

  private static <T extends ClusterTask> TaskKind<T> of(
      String name, Class<T> type, String description, String... after) {
    return new TaskKind<>(name, type, description, List.of(after));
  }
}
