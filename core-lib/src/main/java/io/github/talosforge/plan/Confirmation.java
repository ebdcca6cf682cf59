package io.github.talosforge.plan;

import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.NodeName;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The words that confirm the end of VMs. The whole cluster ends by its name, a selection by the
 * names of the nodes that go: so whoever forgets the selection has not confirmed the end of
 * everything.
 *
 * @param cluster the cluster
 * @param nodes the nodes that have to be named; empty where the whole cluster goes
 */
public record Confirmation(ClusterName cluster, Set<NodeName> nodes) {
  private static final String SEPARATOR = ",";

  /** Sorts the nodes. */
  public Confirmation {
    nodes = new TreeSet<>(nodes);
  }

  /**
   * Returns what confirms a plan.
   *
   * @param plan a plan that destroys VMs
   * @param selection the selection that it was made for
   */
  public static Confirmation of(Plan plan, NodeSelection selection) {
    Set<NodeName> going = new TreeSet<>();
    plan.changes(DestroyVm.class).forEach(end -> going.add(end.vm().node()));
    plan.changes(RemoveDisc.class).forEach(disc -> going.add(disc.file().node()));
    return of(plan.cluster(), selection, going);
  }

  /**
   * Returns what confirms the end of nodes.
   *
   * @param cluster the cluster
   * @param selection what they were selected by
   * @param going the nodes
   */
  public static Confirmation of(ClusterName cluster, NodeSelection selection, Set<NodeName> going) {
    return new Confirmation(cluster, selection.isAll() ? Set.of() : going);
  }

  /**
   * Tells whether the words were said.
   *
   * @param said what was said, each perhaps several names with commas between
   */
  public boolean isGiven(Collection<String> said) {
    Set<String> words =
        said.stream()
            .flatMap(word -> Arrays.stream(word.split(SEPARATOR)))
            .map(String::strip)
            .collect(Collectors.toSet());
    return nodes.isEmpty()
        ? words.contains(cluster.toString())
        : words.containsAll(nodes.stream().map(this::word).toList());
  }

  /** Returns the option that says them. */
  public String option() {
    return "--confirm="
        + (nodes.isEmpty()
            ? cluster.toString()
            : nodes.stream().map(this::word).collect(Collectors.joining(SEPARATOR)));
  }

  /**
   * Says what is asked for.
   *
   * @param deed what would be done, such as {@code Destroying}
   */
  public String request(String deed) {
    if (nodes.isEmpty()) {
      return "%s cluster %s needs its name as confirmation: %s".formatted(deed, cluster, option());
    }
    String names = nodes.stream().map(NodeName::value).collect(Collectors.joining(", "));
    return nodes.size() == 1
        ? "%s node %s needs its name as confirmation: %s".formatted(deed, names, option())
        : "%s nodes %s needs their names as confirmation: %s".formatted(deed, names, option());
  }

  /** A node that is called like its cluster is told from it. */
  private String word(NodeName node) {
    return node.value().equals(cluster.toString()) ? "node:" + node : node.value();
  }
}
