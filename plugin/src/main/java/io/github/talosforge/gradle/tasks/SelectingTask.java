package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.options.NodeSelection;
import io.github.talosforge.model.ClusterSpec;
import java.util.List;
import java.util.Set;
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

  /** Returns the names of the nodes that the options choose. */
  Set<String> chosenNodes(ClusterSpec cluster) {
    NodeSelection selection =
        new NodeSelection(options().getNodes().get(), options().getExcludes().get());
    return selection.choose(cluster.nodes().stream().map(node -> node.name().toString()).toList());
  }
}
