package io.github.talosforge.gradle;

import io.github.talosforge.gradle.tasks.AdoptNodes;
import io.github.talosforge.gradle.tasks.ApplyMachineConfigs;
import io.github.talosforge.gradle.tasks.BackupEtcd;
import io.github.talosforge.gradle.tasks.BootstrapCluster;
import io.github.talosforge.gradle.tasks.BuildTemplate;
import io.github.talosforge.gradle.tasks.CleanTemplates;
import io.github.talosforge.gradle.tasks.ClusterTask;
import io.github.talosforge.gradle.tasks.DestroyCluster;
import io.github.talosforge.gradle.tasks.DestroyVolume;
import io.github.talosforge.gradle.tasks.ExplainNodes;
import io.github.talosforge.gradle.tasks.GenerateMachineConfigs;
import io.github.talosforge.gradle.tasks.HealthCluster;
import io.github.talosforge.gradle.tasks.InitCluster;
import io.github.talosforge.gradle.tasks.ListBackups;
import io.github.talosforge.gradle.tasks.PlanCluster;
import io.github.talosforge.gradle.tasks.PrintRoleCommands;
import io.github.talosforge.gradle.tasks.ProvisionNodes;
import io.github.talosforge.gradle.tasks.RebuildNode;
import io.github.talosforge.gradle.tasks.RemoveLeftovers;
import io.github.talosforge.gradle.tasks.RemoveNode;
import io.github.talosforge.gradle.tasks.StatusCluster;
import io.github.talosforge.gradle.tasks.ValidateCluster;
import io.github.talosforge.gradle.tasks.WaitForTalos;
import io.github.talosforge.gradle.tasks.WriteKubeconfig;
import io.github.talosforge.gradle.tasks.WriteTalosconfig;
import java.util.List;

/**
 * A task that every cluster has.
 *
 * @param name the name of the task without the cluster's
 * @param type what it does
 * @param description one line for {@code gradle tasks}
 * @param after the names of the tasks that it builds on
 * @param earlier the names of the tasks that come first when they are asked for too
 * @param <T> the type of the task
 */
record TaskKind<T extends ClusterTask>(
    String name, Class<T> type, String description, List<String> after, List<String> earlier) {

  static final List<TaskKind<?>> ALL =
      List.of(
          of(
              "talosforgeInit",
              InitCluster.class,
              "Writes cluster.yaml and nodes.yaml to begin with; never over files that are there."),
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
          of(
              "planCluster",
              PlanCluster.class,
              "Shows what would be done to the VMs and, once there are secrets, to the machine"
                  + " configurations, and why."),
          of(
              "buildTemplate",
              BuildTemplate.class,
              "Builds the Talos templates that nodes are about to be cloned from."),
          of(
              "provisionNodes",
              ProvisionNodes.class,
              "Makes the nodes' VMs what the files say, and starts them.",
              "buildTemplate"),
          new TaskKind<>(
              "waitForTalos",
              WaitForTalos.class,
              "Waits until Talos answers on every node.",
              List.of(),
              List.of("provisionNodes")),
          of(
              "generateMachineConfigs",
              GenerateMachineConfigs.class,
              "Writes the machine configurations that the files describe; sends nothing."),
          new TaskKind<>(
              "applyMachineConfigs",
              ApplyMachineConfigs.class,
              "Gives every node the machine configuration that the files describe.",
              List.of(),
              List.of("provisionNodes", "waitForTalos")),
          of(
              "bootstrap",
              BootstrapCluster.class,
              "From nothing to a healthy cluster and its kubeconfig.",
              "provisionNodes",
              "waitForTalos"),
          of(
              "healthCluster",
              HealthCluster.class,
              "Makes the health checks of Talos and Kubernetes and shows what they say."),
          of(
              "backupEtcd",
              BackupEtcd.class,
              "Makes a backup of etcd in a folder, proves it, and removes old ones with --keep."),
          of(
              "listBackups",
              ListBackups.class,
              "Lists the backups in a folder, and says which are damaged."),
          of("kubeconfig", WriteKubeconfig.class, "Writes a kubeconfig for the administrator."),
          of("talosconfig", WriteTalosconfig.class, "Writes a talosconfig for talosctl."),
          of(
              "adoptNodes",
              AdoptNodes.class,
              "Makes existing VMs nodes of the cluster; needs --vm, and --confirm to write."),
          of("statusCluster", StatusCluster.class, "Shows the nodes as they are on Proxmox VE."),
          of(
              "removeNode",
              RemoveNode.class,
              "Drains nodes and takes them out of the cluster; needs --node and --confirm."),
          of(
              "destroyCluster",
              DestroyCluster.class,
              "Destroys the cluster's VMs; needs --confirm with its name."),
          of(
              "rebuildNode",
              RebuildNode.class,
              "Makes a node's VM anew and keeps its data disks; needs --node and --confirm."),
          of(
              "destroyVolume",
              DestroyVolume.class,
              "Deletes the data of a detached volume; needs --node, --volume and --confirm."),
          of(
              "cleanTemplates",
              CleanTemplates.class,
              "Removes templates that nothing uses; needs --confirm with the cluster's name."),
          of(
              "removeLeftovers",
              RemoveLeftovers.class,
              "Removes what nodes and earlier runs left behind; needs --confirm."));

  private static <T extends ClusterTask> TaskKind<T> of(
      String name, Class<T> type, String description, String... after) {
    return new TaskKind<>(name, type, description, List.of(after), List.of());
  }
}
