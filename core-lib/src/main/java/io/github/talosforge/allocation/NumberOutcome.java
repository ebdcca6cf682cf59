package io.github.talosforge.allocation;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which numbers were handed out.
 *
 * @param grants the numbers by node
 * @param poolStarts where the pools start that neither a file nor a VM says it of
 * @param conflicts claims whose demanded or observed number belongs to somebody else
 * @param unserved claims for which the range has no number left
 */
record NumberOutcome(
    Map<NodeName, Grant> grants,
    Map<String, Long> poolStarts,
    List<NumberClaim> conflicts,
    List<NumberClaim> unserved) {

  /** Who decided on a number. */
  enum Source {
    /** The files. */
    PINNED,
    /** The VM that has it. */
    OBSERVED,
    /** The node's place in its pool. */
    POOL,
    /** Nobody: it was the next free one. */
    CHOSEN
  }

  /** A number and who decided on it. */
  record Grant(long number, Source source) {}

  /** Returns the nodes outside pools whose number nobody decided on. */
  List<NodeName> chosenForSingles(SpecIndex index) {
    return grants.entrySet().stream()
        .filter(entry -> entry.getValue().source() == Source.CHOSEN)
        .map(Map.Entry::getKey)
        .filter(
            node -> Optional.ofNullable(index.nodes().get(node)).flatMap(NodeSpec::pool).isEmpty())
        .toList();
  }

  long number(NodeName node) {
    Grant grant = grants.get(node);
    if (grant == null) {
      throw new IllegalArgumentException(node + " got no number");
    }
    return grant.number();
  }
}
