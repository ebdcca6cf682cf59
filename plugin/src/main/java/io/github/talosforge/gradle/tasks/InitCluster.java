package io.github.talosforge.gradle.tasks;

import io.github.talosforge.config.schema.FileSchema;
import io.github.talosforge.files.WholeFile;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.plan.Planner;
import io.github.talosforge.secrets.IgnoreLine;
import io.github.talosforge.starter.StarterFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.stream.Stream;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Writes a cluster's two files to begin with; files that are there are never written over. */
@UntrackedTask(because = "It writes what the user edits")
public abstract class InitCluster extends ClusterTask {
  private static final String SCHEMAS = ".talosforge";

  /** Sets what holds unless said otherwise. */
  public InitCluster() {
    getControlPlanes().convention("3");
    getWorkers().convention("2");
    getClusterName().convention("homelab");
  }

  /**
   * Returns how many control planes the cluster has.
   *
   * @return an odd number
   */
  @Internal
  @Option(option = "control-planes", description = "How many control planes (default 3).")
  public abstract Property<String> getControlPlanes();

  /**
   * Returns how many workers the cluster has.
   *
   * @return a number
   */
  @Internal
  @Option(option = "workers", description = "How many workers (default 2).")
  public abstract Property<String> getWorkers();

  /**
   * Returns what the cluster is called.
   *
   * @return a DNS label
   */
  @Internal
  @Option(option = "cluster-name", description = "The cluster's name (default homelab).")
  public abstract Property<String> getClusterName();

  /** Writes the files, or none of them. */
  @TaskAction
  public void init() {
    Path cluster = path(getClusterFile());
    Path nodes = path(getNodesFile());
    StarterFiles files = files();
    refuseIfThere(cluster, nodes);
    try {
      ignore(cluster);
      String second = files.nodes(schema(nodes, "nodes", FileSchema.nodes()));
      WholeFile.create(cluster, files.cluster(schema(cluster, "cluster", FileSchema.cluster())));
      createOrDelete(nodes, second, cluster);
    } catch (IOException e) {
      throw ClusterFailure.because(
          "The files cannot be written: %s. Check that the folder is yours and the disk not full."
              .formatted(e.getMessage()),
          e);
    }
    getLogger()
        .lifecycle(
            "Wrote {} and {}. Replace what is marked \"yours\", then run validateCluster.",
            shown(cluster.toString()),
            shown(nodes.toString()));
  }

  private StarterFiles files() {
    try {
      return new StarterFiles(
          ClusterName.of(getClusterName().get()),
          Planner.freshUid(new SecureRandom()),
          number("--control-planes", getControlPlanes().get()),
          number("--workers", getWorkers().get()));
    } catch (IllegalArgumentException e) {
      throw ClusterFailure.because(String.valueOf(e.getMessage()));
    }
  }

  private static int number(String option, String text) {
    if (!text.matches("[0-9]{1,4}")) {
      throw new IllegalArgumentException(
          "'%s' is not a whole number of nodes; write it as in %s=3".formatted(text, option));
    }
    return Integer.parseInt(text);
  }

  private void refuseIfThere(Path... files) {
    Stream.of(files)
        .filter(Files::exists)
        .findFirst()
        .ifPresent(
            file -> {
              throw ClusterFailure.because(
                  "%s is there already; nothing was written. Remove it, or edit it."
                      .formatted(shown(file.toString())));
            });
  }

  /**
   * Writes the schema beside the file, so that editors need no network, and names it from there.
   */
  private static String schema(Path file, String name, String text) throws IOException {
    Path schema = file.resolveSibling(SCHEMAS).resolve(name + ".schema.json");
    WholeFile.replace(schema, text);
    return SCHEMAS + "/" + schema.getFileName();
  }

  /** Whoever commits what is there commits neither results nor secrets. */
  private void ignore(Path cluster) throws IOException {
    Path root = getRootDirectory().get().getAsFile().toPath();
    IgnoreLine.ensure(root, "build/");
    IgnoreLine.ensure(root, ".gradle/");
    IgnoreLine.ensure(cluster.resolveSibling(""), "secrets.yaml");
  }

  /** Alone, the first file would keep the next run from writing any. */
  private static void createOrDelete(Path file, String text, Path first) throws IOException {
    try {
      WholeFile.create(file, text);
    } catch (IOException e) {
      Files.delete(first);
      throw e;
    }
  }

  private static Path path(RegularFileProperty file) {
    return file.get().getAsFile().toPath();
  }
}
