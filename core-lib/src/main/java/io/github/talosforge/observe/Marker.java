package io.github.talosforge.observe;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of a VM's description. It is the only mark that a clone or create call can carry,
 * so that a VM whose making was interrupted is recognised.
 *
 * @param cluster the cluster
 * @param node the node
 * @param part which of the node's VMs it is
 */
public record Marker(ClusterUid cluster, NodeName node, NodePart part) {
  private static final Pattern LINE =
      Pattern.compile("talosforge: cluster=(?<cluster>\\S+) (?<part>node|data)=(?<node>\\S+)\\s*");

  /** Finds the marker of a description. */
  public static Optional<Marker> in(String description) {
    return description
        .lines()
        .findFirst()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .flatMap(line -> read(line.group("cluster"), line.group("node"), line.group("part")));
  }

  private static Optional<Marker> read(String cluster, String node, String word) {
    try {
      return Arrays.stream(NodePart.values())
          .filter(part -> part.word().equals(word))
          .findFirst()
          .map(part -> new Marker(ClusterUid.of(cluster), NodeName.of(node), part));
    } catch (InvalidValueException notWrittenByUs) {
      return Optional.empty();
    }
  }

  /** Returns the line itself. */
  public String line() {
    return "talosforge: cluster=" + cluster + " " + part.word() + "=" + node;
  }

  /** Returns a description that begins with the line, followed by what the user wrote. */
  public String describe(String text) {
    return text.isEmpty() ? line() : line() + "\n" + text;
  }
}
