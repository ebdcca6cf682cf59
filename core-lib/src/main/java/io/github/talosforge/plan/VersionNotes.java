package io.github.talosforge.plan;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.VersionNote;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the data VMs of the files' nodes say that these ran before their VMs were made anew. Only a
 * data VM that is provably a node's counts: a copy's notes are a copy too.
 *
 * @param spec the cluster as its files describe it
 * @param all the notes that there are
 */
public record VersionNotes(ClusterSpec spec, List<Noted> all) {
  /** Keeps an own copy of the list. */
  public VersionNotes {
    all = List.copyOf(all);
  }

  /**
   * What a data VM says.
   *
   * @param node the node
   * @param vm its data VM
   * @param live the data VM's configuration
   * @param note what it says of versions
   */
  public record Noted(NodeSpec node, NodeVm vm, GuestConfiguration live, VersionNote note) {}

  /** Reads the notes. */
  public static VersionNotes of(OwnedCluster owned) {
    return new VersionNotes(
        owned.files(),
        owned.claims().stream()
            .filter(claim -> claim.state() == Claim.State.OURS && claim.part() == NodePart.DATA)
            .flatMap(claim -> read(owned, claim).stream())
            .toList());
  }

  private static Optional<Noted> read(OwnedCluster owned, Claim claim) {
    return claim
        .node()
        .flatMap(owned::node)
        .flatMap(
            node ->
                claim
                    .guest()
                    .configuration()
                    .flatMap(
                        live ->
                            VersionNote.in(Marks.textOf(live))
                                .map(note -> new Noted(node, owned.vm(claim), live, note))));
  }

  /** Returns what nodes ran. */
  public List<NodeVersions> versions() {
    return all.stream()
        .flatMap(
            noted ->
                noted.note().ran().stream()
                    .map(
                        ran ->
                            new NodeVersions(
                                noted.node().name(), noted.node().role(), ran, List.of())))
        .toList();
  }

  /** Returns the VMs whose notes have the line, but not as it was written. */
  public List<NodeVm> unreadable() {
    return all.stream().filter(noted -> noted.note().ran().isEmpty()).map(Noted::vm).toList();
  }

  /** Returns the notes of some nodes. */
  public VersionNotes of(Set<NodeName> nodes) {
    return new VersionNotes(
        spec, all.stream().filter(noted -> nodes.contains(noted.node().name())).toList());
  }

  /** Plans to take the notes away; what else people wrote there stays. */
  public Plan removal() {
    List<ChangeConfiguration> changes = all.stream().map(VersionNotes::removal).toList();
    return Plan.of(
        spec.name(),
        changes,
        FindingReport.empty(),
        PlanDigest.of(List.copyOf(changes), List.of()));
  }

  private static ChangeConfiguration removal(Noted noted) {
    NodeVm vm = noted.vm();
    return new ChangeConfiguration(
        ChangeId.of("forget", vm.name()),
        vm,
        noted.live().digest(),
        List.of(),
        Map.of("description", DataVmMarks.forgetting(vm, noted.live())),
        Set.of());
  }
}
