package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.plan.NodeSelection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;

/** A task about some nodes of a cluster. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class SelectingTask extends ClusterTask {
  /**
   * Takes {@code --node}.
   *
   * @param globs names of nodes, with {@code *} and {@code ?}
   */
  @Option(
      option = "node",
      description = "Only these nodes; repeatable, * and ? stand for any characters.")
  public void node(List<String> globs) {
    options().give("node", options().getNodes(), globs);
  }

  /**
   * Takes {@code --exclude}.
   *
   * @param globs names of nodes, with {@code *} and {@code ?}
   */
  @Option(option = "exclude", description = "All but these nodes; repeatable, with * and ?.")
  public void exclude(List<String> globs) {
    options().give("exclude", options().getExcludes(), globs);
  }

  /** Returns what the options choose. */
  NodeSelection selection() {
    return new NodeSelection(options().getNodes().get(), options().getExcludes().get());
  }

  /** Returns the nodes that the options choose; a choice of nothing is a mistake. */
  List<NodeSpec> chosenNodes(ClusterSpec cluster) {
    Stream.concat(selection().included().stream(), selection().excluded().stream())
        .forEach(glob -> refuseIfUnknown(glob, cluster));
    List<NodeSpec> chosen =
        cluster.nodes().stream().filter(node -> selection().selects(node.name())).toList();
    if (chosen.isEmpty()) {
      throw ClusterFailure.because(
          "--node and --exclude leave no node to work on; the nodes are " + names(cluster));
    }
    return chosen;
  }

  private static void refuseIfUnknown(String glob, ClusterSpec cluster) {
    NodeSelection one = new NodeSelection(List.of(glob), List.of());
    if (cluster.nodes().stream().noneMatch(node -> one.selects(node.name()))) {
      throw ClusterFailure.because(
          "No node is called '%s'; the nodes are %s".formatted(glob, names(cluster)));
    }
  }

  private static String names(ClusterSpec cluster) {
    return cluster.nodes().stream()
        .map(node -> node.name().toString())
        .collect(Collectors.joining(", "));
  }
}
