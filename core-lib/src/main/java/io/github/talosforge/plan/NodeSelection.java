package io.github.talosforge.plan;

import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes that a plan is about, by patterns in which {@code *} stands for any characters and
 * {@code ?} for one.
 *
 * @param included the patterns of nodes to plan for; empty means all
 * @param excluded the patterns of nodes to leave out
 */
public record NodeSelection(List<String> included, List<String> excluded) {
  private static final NodeSelection ALL = new NodeSelection(List.of(), List.of());

  /** Keeps own copies of the lists. */
  public NodeSelection {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
  }

  /** Returns the selection of all nodes. */
  public static NodeSelection all() {
    return ALL;
  }

  /** Returns the selection of one node. */
  public static NodeSelection only(NodeName node) {
    return new NodeSelection(List.of(node.value()), List.of());
  }

  /** Returns the selection without some nodes. */
  public NodeSelection without(Set<NodeName> nodes) {
    List<String> left = new ArrayList<>(excluded);
    nodes.stream().map(NodeName::value).sorted().forEach(left::add);
    return new NodeSelection(included, left);
  }

  /** Tells whether a node is selected. */
  public boolean selects(NodeName node) {
    boolean wanted = included.isEmpty() || included.stream().anyMatch(glob -> fits(glob, node));
    return wanted && excluded.stream().noneMatch(glob -> fits(glob, node));
  }

  /** Tells whether no node is left out. */
  public boolean isAll() {
    return included.isEmpty() && excluded.isEmpty();
  }

  /** Returns the patterns that fit none of the nodes; such a one is a mistake. */
  public Set<String> fittingNone(Collection<NodeName> nodes) {
    return Stream.of(included, excluded)
        .flatMap(List::stream)
        .filter(glob -> nodes.stream().noneMatch(node -> fits(glob, node)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the nodes that are called by their full names and not left out. */
  public Set<NodeName> exactNames() {
    return included.stream()
        .flatMap(glob -> exactName(glob).stream())
        .filter(this::selects)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Optional<NodeName> exactName(String glob) {
    try {
      return Optional.of(NodeName.of(glob));
    } catch (InvalidValueException e) {
      return Optional.empty();
    }
  }

  static boolean fits(String glob, NodeName node) {
    String regex =
        glob.codePoints()
            .mapToObj(Character::toString)
            .map(NodeSelection::regex)
            .collect(Collectors.joining());
    return node.value().matches(regex);
  }

  private static String regex(String character) {
    return switch (character) {
      case "*" -> ".*";
      case "?" -> ".";
      default -> Pattern.quote(character);
    };
  }
}
