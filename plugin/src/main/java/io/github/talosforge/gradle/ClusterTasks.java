package io.github.talosforge.gradle;

import io.github.talosforge.gradle.connection.ConnectionSettings;
import io.github.talosforge.gradle.dsl.ClusterDefinition;
import io.github.talosforge.gradle.dsl.ClusterSettings;
import io.github.talosforge.gradle.dsl.TalosforgeExtension;
import io.github.talosforge.gradle.options.ChainOptions;
import io.github.talosforge.gradle.tasks.ClusterTask;
import io.github.talosforge.gradle.tasks.KubeconfigTask;
import io.github.talosforge.gradle.tasks.ProxmoxTask;
import io.github.talosforge.gradle.tasks.StandsAlone;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.Project;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.TaskProvider;

/**
 * Registers the tasks of clusters.
 *
 * <p>The tasks without a cluster's name stand for the one cluster beside the build script, or, as
 * soon as clusters are registered, for all of them: then they only depend on the others' tasks and
 * hand their options down.
 */
final class ClusterTasks {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9]*([-_][a-zA-Z0-9]+)*");
  private static final String ONLY_CLUSTER = "main";

  private final Project project;
  private final TalosforgeExtension extension;
  private final ChainOptions forAll;

  ClusterTasks(Project project, TalosforgeExtension extension) {
    this.project = project;
    this.extension = extension;
    this.forAll = project.getObjects().newInstance(ChainOptions.class);
  }

  void registerForAll() {
    ClusterContext context =
        new ClusterContext(ONLY_CLUSTER, "", "", extension, forAll, connection());
    Provider<Boolean> alone = project.provider(() -> extension.getClusters().isEmpty());
    for (TaskKind<?> kind : TaskKind.ALL) {
      TaskProvider<? extends ClusterTask> task = register(kind, context);
      task.configure(
          all -> {
            all.getAlone().set(alone);
            all.dependsOn(project.provider(() -> ofEachCluster(kind)));
            all.onlyIf("no cluster is registered, else their tasks do the work", new StandsAlone());
          });
    }
  }

  void registerFor(ClusterDefinition cluster) {
    ChainOptions options = project.getObjects().newInstance(ChainOptions.class);
    options.follow(forAll);
    String name = cluster.getName();
    ClusterContext context =
        new ClusterContext(
            name, suffix(name), " Cluster '" + name + "'.", cluster, options, connection(cluster));
    TaskKind.ALL.forEach(kind -> register(kind, context));
  }

  private <T extends ClusterTask> TaskProvider<T> register(
      TaskKind<T> kind, ClusterContext context) {
    return project
        .getTasks()
        .register(
            kind.name() + context.suffix(),
            kind.type(),
            task -> {
              task.setGroup(ClusterTask.GROUP);
              task.setDescription(kind.description() + context.note());
              kind.after().forEach(name -> task.dependsOn(name + context.suffix()));
              kind.earlier().forEach(name -> task.mustRunAfter(name + context.suffix()));
              wire(task, context);
            });
  }

  private void wire(ClusterTask task, ClusterContext context) {
    task.getClusterLabel().set(context.label());
    task.getClusterFile().set(context.settings().getClusterFile());
    task.getNodesFile().set(context.settings().getNodesFile());
    task.getRootDirectory().set(project.getRootDir());
    task.getOptions().set(context.options());
    if (task instanceof ProxmoxTask connected) {
      wire(connected, context);
    }
    if (task instanceof KubeconfigTask credentials) {
      credentials.getKubeconfig().set(context.settings().getKubeconfig());
      credentials.getTalosconfig().set(context.settings().getTalosconfig());
    }
  }

  private void wire(ProxmoxTask task, ClusterContext context) {
    ClusterSettings settings = context.settings();
    ChainOptions options = context.options();
    task.getConnection().set(context.connection());
    task.getSecretsFile().set(settings.getSecretsFile());
    task.getTalosProxy().set(settings.getTalosProxy());
    task.getTerminal().set(project.getProviders().environmentVariable("TERM"));
    task.getImageFactory().set(settings.getImageFactory());
    task.getWaitLimit().set(options.getTimeout().orElse(settings.getTimeout()));
    task.getMaxParallel().set(options.getMaxParallel().orElse(settings.getMaxParallel()));
    task.getFailOnDrift().set(options.getFailOnDrift().orElse(settings.getFailOnDrift()));
    task.getResults()
        .set(project.getLayout().getBuildDirectory().dir("talosforge/" + context.label()));
  }

  private ConnectionSettings connection() {
    return ConnectionSettings.of(
        project.getRootDir(), project.getProviders(), extension.getProxmox());
  }

  private ConnectionSettings connection(ClusterDefinition cluster) {
    return ConnectionSettings.of(
        project.getRootDir(),
        project.getProviders(),
        cluster.getName(),
        cluster.getProxmox(),
        extension.getProxmox());
  }

  private List<TaskProvider<?>> ofEachCluster(TaskKind<?> kind) {
    return extension.getClusters().getNames().stream()
        .<TaskProvider<?>>map(name -> project.getTasks().named(kind.name() + suffix(name)))
        .toList();
  }

  /** {@code prod-eu} becomes {@code ProdEu}. */
  private static String suffix(String cluster) {
    if (!NAME.matcher(cluster).matches()) {
      throw new InvalidUserDataException(
          "'"
              + cluster
              + "' is not a cluster's name: expected letters and digits, with - or _ between them");
    }
    return Pattern.compile("(?:^|[-_])([a-zA-Z0-9])")
        .matcher(cluster)
        .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
  }

  /**
   * What the tasks of one cluster have in common.
   *
   * @param label the cluster's name in the build script
   * @param suffix what their names end with
   * @param note what their descriptions end with
   * @param settings what the build script says
   * @param options what the command line says
   * @param connection where the connection is looked for
   */
  private record ClusterContext(
      String label,
      String suffix,
      String note,
      ClusterSettings settings,
      ChainOptions options,
      ConnectionSettings connection) {}
}
