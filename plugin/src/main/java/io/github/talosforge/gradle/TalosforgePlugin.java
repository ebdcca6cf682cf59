package io.github.talosforge.gradle;

import io.github.talosforge.gradle.dsl.ClusterSettings;
import io.github.talosforge.gradle.dsl.TalosforgeExtension;
import io.github.talosforge.gradle.services.ClusterSessions;
import org.gradle.api.GradleException;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.file.Directory;
import org.gradle.api.provider.Provider;
import org.gradle.util.GradleVersion;

/** Adds the {@code talosforge} block and its tasks to a project. */
public abstract class TalosforgePlugin implements Plugin<Project> {
  private static final GradleVersion OLDEST = GradleVersion.version("8.8");

  @Override
  public void apply(Project project) {
    requireGradle(GradleVersion.current());
    TalosforgeExtension extension =
        project.getExtensions().create("talosforge", TalosforgeExtension.class);
    setDefaults(project, extension);
    registerSessions(project);
    registerTasks(project, extension);
  }

  static void requireGradle(GradleVersion current) {
    if (current.getBaseVersion().compareTo(OLDEST) < 0) {
      throw new GradleException(
          "Talosforge needs Gradle %s or later, but this build runs on Gradle %s. Run: ./gradlew wrapper --gradle-version %s"
              .formatted(OLDEST.getVersion(), current.getVersion(), OLDEST.getVersion()));
    }
  }

  private static void setDefaults(Project project, TalosforgeExtension extension) {
    extension
        .getClusterFile()
        .convention(project.getLayout().getProjectDirectory().file("cluster.yaml"));
    extension
        .getNodesFile()
        .convention(project.getLayout().getProjectDirectory().file("nodes.yaml"));
    setFiles(project, extension, "", "main");
    extension.getTimeout().convention("1h");
    extension.getMaxParallel().convention(8);
    extension.getFailOnDrift().convention(false);
    extension
        .getClusters()
        .configureEach(
            cluster -> {
              String folder = "clusters/" + cluster.getName() + "/";
              cluster
                  .getClusterFile()
                  .convention(
                      project.getLayout().getProjectDirectory().file(folder + "cluster.yaml"));
              cluster
                  .getNodesFile()
                  .convention(
                      project.getLayout().getProjectDirectory().file(folder + "nodes.yaml"));
              setFiles(project, cluster, folder, cluster.getName());
              cluster.getTalosProxy().convention(extension.getTalosProxy());
              cluster.getImageFactory().convention(extension.getImageFactory());
              cluster.getTimeout().convention(extension.getTimeout());
              cluster.getMaxParallel().convention(extension.getMaxParallel());
              cluster.getFailOnDrift().convention(extension.getFailOnDrift());
            });
  }

  private static void setFiles(
      Project project, ClusterSettings settings, String folder, String label) {
    Directory own = project.getLayout().getProjectDirectory();
    settings.getSecretsFile().convention(own.file(folder + "secrets.yaml"));
    Provider<Directory> results =
        project.getLayout().getBuildDirectory().dir("talosforge/" + label);
    settings.getKubeconfig().convention(results.map(made -> made.file("kubeconfig")));
    settings.getTalosconfig().convention(results.map(made -> made.file("talosconfig")));
  }

  private static void registerSessions(Project project) {
    project
        .getGradle()
        .getSharedServices()
        .registerIfAbsent("talosforgeClusters", ClusterSessions.class, spec -> {});
  }

  private static void registerTasks(Project project, TalosforgeExtension extension) {
    ClusterTasks tasks = new ClusterTasks(project, extension);
    tasks.registerForAll();
    extension.getClusters().all(tasks::registerFor);
  }
}
