package io.github.talosforge.allocation;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.VmIdRange;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Gives every node the id of its VM. */
final class IdAllocation {
  private static final String KEY = "vm_id";
  private static final long LARGEST = 999_999_999;

  private final SpecIndex index;
  private final Observations observations;
  private final Consumer<Finding> findings;
  private final WrittenPlaces written;

  IdAllocation(SpecIndex index, Observations observations, Consumer<Finding> findings) {
    this.index = index;
    this.observations = observations;
    this.findings = findings;
    this.written = new WrittenPlaces(index);
  }

  Map<NodeName, VmId> allocate(Consumer<PinLine> pins) {
    List<Long> foreign = observations.foreignIds().stream().map(id -> (long) id.value()).toList();
    NumberOutcome outcome =
        new Numbering(ranges(), foreign)
            .serve(
                index.nodes().values().stream().map(this::claim).filter(this::isServed).toList(),
                index.starts(pool -> pool.firstVmId().map(id -> (long) id.value())));
    outcome.conflicts().forEach(claim -> findings.accept(taken(claim)));
    outcome.unserved().forEach(claim -> findings.accept(exhausted(claim)));
    outcome.chosenForSingles(index).stream()
        .map(node -> index.pin(node, KEY, Long.toString(outcome.number(node))))
        .forEach(pins);
    outcome
        .poolStarts()
        .forEach((pool, id) -> pins.accept(index.pinPool(pool, KEY, id.toString())));
    Map<NodeName, VmId> ids = new TreeMap<>();
    outcome.grants().forEach((node, grant) -> toId(node, grant.number(), ids));
    return ids;
  }

  /** A pool whose first id the files demand can run out of ids. */
  private void toId(NodeName node, long number, Map<NodeName, VmId> ids) {
    if (number > LARGEST) {
      findings.accept(
          AllocationFinding.VM_IDS_EXHAUSTED.at(
              index.location(node, KEY),
              "Node "
                  + node
                  + " would have the id "
                  + number
                  + ", and Proxmox VE has none so large.",
              "Let the pool start with a smaller vm_id."));
    } else {
      ids.put(node, VmId.of((int) number));
    }
  }

  private Map<NodeRole, NumberRange> ranges() {
    Map<NodeRole, NumberRange> ranges = new EnumMap<>(NodeRole.class);
    for (NodeRole role : NodeRole.values()) {
      VmIdRange ids = index.spec().allocation().ids(role);
      ranges.put(role, new NumberRange(ids.first().value(), ids.last().value()));
    }
    return ranges;
  }

  private NumberClaim claim(NodeSpec node) {
    Optional<VmId> observed = observations.idOf(node);
    Optional<Long> pinned = written.number(node);
    if (pinned.isPresent()) {
      observed
          .filter(id -> id.value() != pinned.get())
          .ifPresent(id -> findings.accept(differs(node, pinned.get(), id)));
    }
    return new NumberClaim(
        node.name(),
        node.role(),
        node.pool(),
        pinned.map(OptionalLong::of).orElse(OptionalLong.empty()),
        observed.map(id -> OptionalLong.of(id.value())).orElse(OptionalLong.empty()),
        node.volumes().dataVm());
  }

  /** What a node gets whose VM may be out of sight, its VM may have already: nobody chooses it. */
  private boolean isServed(NumberClaim claim) {
    return claim.pinned().isPresent()
        || claim.observed().isPresent()
        || !observations.isHidden(claim.node());
  }

  private static Finding differs(NodeSpec node, long pinned, VmId observed) {
    return AllocationFinding.VM_ID_DIFFERS.at(
        node.provenance().nearest(KEY),
        "Node " + node.name() + " is VM " + observed + ", but its vm_id is " + pinned + ".",
        "Write vm_id: " + observed + "; a VM keeps its id for life.");
  }

  private Finding taken(NumberClaim claim) {
    long number = claim.pinned().orElseGet(() -> claim.observed().orElseThrow());
    VmId id = VmId.of((int) Math.min(number, LARGEST));
    VmId used = observations.foreignIds().contains(id) ? id : id.dataVm().orElse(id);
    boolean foreign = observations.foreignIds().contains(used);
    String holder = foreign ? observations.holderOf(used) : "another node of this cluster";
    String what = foreign && !used.equals(id) ? "id " + used + " for its data VM" : "id " + id;
    return AllocationFinding.VM_ID_TAKEN.at(
        index.location(claim.node(), KEY),
        "Node " + claim.node() + " cannot have " + what + ": it belongs to " + holder + ".",
        "Choose another vm_id, or leave it out to get the next free one.");
  }

  private Finding exhausted(NumberClaim claim) {
    return AllocationFinding.VM_IDS_EXHAUSTED.at(
        index.location(claim.node(), KEY),
        "No id is left for "
            + claim.role().label()
            + " "
            + claim.node()
            + " in "
            + index.spec().allocation().ids(claim.role())
            + ".",
        "Widen vm_id_ranges, or give the node a vm_id.");
  }
}
