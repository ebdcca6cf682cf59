package io.github.talosforge.gradle.options;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gradle.api.InvalidUserDataException;

/**
 * The nodes that {@code --node} and {@code --exclude} choose; {@code *} stands for any text and
 * {@code ?} for one character.
 *
 * @param nodes globs of the nodes to work on; empty means all
 * @param excludes globs of the nodes to leave alone
 */
public record NodeSelection(List<String> nodes, List<String> excludes) {
  /** Keeps own copies of the lists. */
  public NodeSelection {
    nodes = List.copyOf(nodes);
    excludes = List.copyOf(excludes);
  }

  /**
   * Tells whether nothing was chosen, so that everything is.
   *
   * @return whether all nodes are meant
   */
  public boolean isEverything() {
    return nodes.isEmpty() && excludes.isEmpty();
  }

  /**
   * Chooses among the nodes of a cluster.
   *
   * @param names the names of all its nodes
   * @return the chosen names, sorted
   * @throws InvalidUserDataException if a glob matches no node, or nothing is left
   */
  public Set<String> choose(List<String> names) {
    Set<String> chosen = nodes.isEmpty() ? new TreeSet<>(names) : matches("node", nodes, names);
    chosen.removeAll(matches("exclude", excludes, names));
    if (chosen.isEmpty() && !names.isEmpty()) {
      throw new InvalidUserDataException("--node and --exclude leave no node to work on");
    }
    return chosen;
  }

  private static Set<String> matches(String option, List<String> globs, List<String> names) {
    Set<String> found = new TreeSet<>();
    for (String glob : globs) {
      Pattern pattern = pattern(glob);
      List<String> hits = names.stream().filter(name -> pattern.matcher(name).matches()).toList();
      if (hits.isEmpty()) {
        throw new InvalidUserDataException(
            "--%s=%s matches no node; the nodes are %s"
                .formatted(option, glob, String.join(", ", names)));
      }
      found.addAll(hits);
    }
    return found;
  }

  private static Pattern pattern(String glob) {
    return Pattern.compile(
        glob.chars().mapToObj(NodeSelection::expression).collect(Collectors.joining()));
  }

  private static String expression(int character) {
    return switch (character) {
      case '*' -> ".*";
      case '?' -> ".";
      default -> Pattern.quote(Character.toString(character));
    };
  }
}
