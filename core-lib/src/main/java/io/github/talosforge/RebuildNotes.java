package io.github.talosforge;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.bootstrap.Joining;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VersionNotes;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.secrets.Secrets;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.versions.JoiningVersions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What rebuilds noted on data VMs, until the nodes say themselves again what they run.
 *
 * @param notes reads the notes as they were at the last look
 * @param writing carries a plan out on Proxmox
 */
record RebuildNotes(Supplier<VersionNotes> notes, Function<Plan, ApplyResult> writing) {
  VersionNotes look() {
    return notes.get();
  }

  /** Returns what they say to whoever has no secrets to ask the machines with; empty if nothing. */
  static Optional<Joining> alone(VersionNotes notes) {
    return notes.all().isEmpty()
        ? Optional.empty()
        : Optional.of(new Joining(new JoiningVersions(List.of()), "").orNoted(() -> notes));
  }

  /** Returns the nodes that ran with the cluster's secrets, though they have no VM now. */
  static List<Secrets.Holder> holders(VersionNotes notes) {
    return notes.all().stream()
        .map(
            noted ->
                new Secrets.Holder(
                    noted.node().name(),
                    "a rebuild did not end, and the notes of "
                        + noted.vm().label()
                        + " say what it ran. These stay when the cluster is destroyed without its"
                        + " data: if nobody needs that any more, take the line 'talosforge: ran"
                        + " ...' out of them."))
        .toList();
  }

  /** Takes the notes away of nodes that are configured again: what they say grows old. */
  void forget(Supplier<List<SeenNode>> nodes, TalosLog log) {
    VersionNotes there = look();
    if (there.all().isEmpty()) {
      return;
    }
    Set<NodeName> configured =
        nodes.get().stream()
            .filter(node -> node.sighting().kind() == Sighting.Kind.CONFIGURED)
            .map(SeenNode::name)
            .collect(Collectors.toSet());
    VersionNotes old = there.of(configured);
    old.all()
        .forEach(
            noted ->
                log.does(
                    noted.node().name(),
                    "says again what it runs: the notes of "
                        + noted.vm().label()
                        + " need not say it any longer"));
    writing.apply(old.removal()).outcomes().forEach(outcome -> tell(outcome, log));
  }

  /** A note that stays does no harm now, and the next run takes it away. */
  private static void tell(Outcome outcome, TalosLog log) {
    if (outcome.change() instanceof VmChange change) {
      outcome.reason().ifPresent(why -> log.warns(change.vm().node(), why));
    }
  }
}
