package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rule about single nodes. A pool's members are alike, so that the first one stands for all; what
 * several nodes have from the same line is reported once.
 */
abstract class NodeRule extends ClusterRule {
  private static final int NAMED = 3;

  /** Makes a rule that reports under a code. */
  NodeRule(String code, Severity severity) {
    super(code, severity);
  }

  /** Reports every mistake of this kind that one node makes. */
  abstract void check(NodeSpec node, ClusterSpec spec, Complaints complaints);

  /** Where a rule complains about a node. */
  @FunctionalInterface
  interface Complaints {

    /**
     * Complains about a value.
     *
     * @param key the key whose value is concerned
     * @param message what is the case, as a sentence that need not name the node
     * @param suggestion what to do about it, as a sentence
     */
    void about(String key, String message, String suggestion);
  }

  @Override
  public final void check(ClusterSpec spec, RuleFindings findings) {
    Map<Complaint, List<String>> complaints = new LinkedHashMap<>();
    for (NodeSpec node : spec.nodes()) {
      if (node.pool().isEmpty() || node.pool().get().ordinal() == 0) {
        check(
            node,
            spec,
            (key, message, suggestion) ->
                complaints
                    .computeIfAbsent(
                        new Complaint(node.provenance().nearest(key), message, suggestion),
                        same -> new ArrayList<>())
                    .add(label(node)));
      }
    }
    complaints.forEach(
        (complaint, nodes) ->
            findings.report(
                complaint.location(),
                names(nodes) + ": " + complaint.message(),
                complaint.suggestion()));
  }

  private record Complaint(@Nullable SourceLocation location, String message, String suggestion) {}

  /** Returns how a finding calls a node: by its pool, if it has one. */
  static String label(NodeSpec node) {
    return node.pool().map(member -> "pool " + member.pool()).orElse("node " + node.name());
  }

  private static String names(List<String> nodes) {
    String named = String.join(", ", nodes.subList(0, Math.min(NAMED, nodes.size())));
    String first = named.substring(0, 1).toUpperCase(Locale.ROOT) + named.substring(1);
    return nodes.size() > NAMED ? first + " and " + (nodes.size() - NAMED) + " more" : first;
  }
}
