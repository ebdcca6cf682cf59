package io.github.talosforge.plan;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Tag;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.Marker;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.observe.RunningTask;
import io.github.talosforge.proxmox.property.Smbios;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sentences about VMs that are not clearly a node's, each with the choices that there are. */
final class IdentityReport {
  private final ClusterSpec spec;
  private final OwnedCluster owned;
  private final Draft draft;

  IdentityReport(OwnedCluster owned, Draft draft) {
    this.spec = owned.files();
    this.owned = owned;
    this.draft = draft;
  }

  void unlessOne(NodeName node, List<Claim> vms) {
    if (NeverStarted.isBesideARunningOne(vms)) {
      draft.report(
          PlanFinding.NODE_HAS_TWO_VMS,
          location(node),
          "Node "
              + node
              + " has "
              + vms.size()
              + " VMs: "
              + all(vms)
              + ". One runs; what was begun besides was never finished and never ran.",
          "Have that removed: removeLeftovers --confirm=" + spec.name());
    } else if (vms.size() > 1) {
      draft.report(
          PlanFinding.NODE_HAS_TWO_VMS,
          location(node),
          "Node " + node + " has " + vms.size() + " VMs: " + all(vms) + " show the same marks.",
          "Find out which one is the node, and remove none before: a backup that was restored has"
              + " all marks too. Then take the marks off the other while it is off:"
              + commands(vms));
    }
  }

  void unlessOneKeepsData(NodeName node, List<Claim> vms) {
    if (vms.size() > 1) {
      draft.report(
          PlanFinding.NODE_HAS_TWO_VMS,
          location(node),
          "Node "
              + node
              + " has "
              + vms.size()
              + " data VMs: "
              + all(vms)
              + " show the same marks.",
          "Remove none before you know what it keeps: the right one has the id that is in the"
              + " names of the node's data disks. Then take the marks off the other:"
              + commands(vms));
    }
  }

  private static String all(List<Claim> vms) {
    return vms.stream().map(vm -> vm.guest().label()).collect(Collectors.joining(" and "));
  }

  /** Returns what makes each VM nobody's; the user's own tags stay. */
  private String commands(List<Claim> vms) {
    return vms.stream()
        .map(
            vm -> {
              List<String> tags = new ArrayList<>(vm.guest().currentTags());
              tags.removeAll(List.of(NodeIdentity.OURS.value(), tag().value()));
              return "\n    if it is not "
                  + vm.guest().label()
                  + ": qm set "
                  + vm.guest().id()
                  + " --name "
                  + vm.part().vmName(vm.node().orElseThrow())
                  + "-copy --smbios1 uuid=$(cat /proc/sys/kernel/random/uuid)"
                  + (tags.isEmpty()
                      ? " --delete tags"
                      : " --tags '" + String.join(";", tags) + "'");
            })
        .collect(Collectors.joining());
  }

  /** Nothing proves that it is no copy, so a person has to say it. */
  void unproven(Claim claim, NodeName node) {
    ObservedGuest guest = claim.guest();
    Marker mark = owned.identity(node, claim.part()).marker(guest.id());
    if (guest.currentTags().contains(tag().value())) {
      nodeOrBackup(claim, node, mark);
      return;
    }
    List<String> missing = new ArrayList<>();
    List<String> commands = new ArrayList<>();
    if (guest.power() == ObservedGuest.Power.RUNNING) {
      missing.add("it runs, which none does before it is finished");
      commands.add("qm stop " + guest.id());
    }
    if (mark(guest).filter(found -> found.isOf(guest.id())).isEmpty()) {
      missing.add("the line does not say which VM it was written for");
      commands.add("qm set " + guest.id() + " --description '" + mark.line() + "'");
    }
    draft.report(
        PlanFinding.VM_UNPROVEN,
        location(node),
        guest.label()
            + " has the name of "
            + (claim.part() == NodePart.DATA ? "the data VM of " : "")
            + "node "
            + node
            + " and the first line of its description, but not its tags and UUID, and "
            + String.join(", and ", missing)
            + ": it was begun by a run that broke off, or is a copy. It is not touched.",
        "If a run began it, say so, and the next one goes on with it: "
            + String.join(" && ", commands)
            + "\n    If it is a copy, give it another name: qm set "
            + guest.id()
            + " --name "
            + guest.currentName()
            + "-copy");
  }

  private void nodeOrBackup(Claim claim, NodeName node, Marker mark) {
    ObservedGuest guest = claim.guest();
    draft.report(
        PlanFinding.VM_UNPROVEN,
        location(node),
        guest.label()
            + " has the name, the tags and the UUID of "
            + (claim.part() == NodePart.DATA ? "the data VM of " : "")
            + "node "
            + node
            + ", but its notes do not begin with the line that names its id, and nobody here gave"
            + " it that id: it is that VM, or its backup under another id. It is not touched.",
        "If it is that VM, say so, and the next run goes on with it: qm set "
            + guest.id()
            + " --description '"
            + mark.line()
            + "'"
            + commands(List.of(claim)));
  }

  private static Optional<Marker> mark(ObservedGuest guest) {
    return guest.configuration().flatMap(live -> live.get("description")).flatMap(Marker::in);
  }

  /** Returns the id that the first line of a description names, if it is another VM's. */
  private static Optional<VmId> original(ObservedGuest guest) {
    return mark(guest).filter(found -> found.isOfAnother(guest.id())).flatMap(Marker::vm);
  }

  /** What keeps data is never to be removed on a guess. */
  void dataVmOrCopy(ObservedGuest guest, NodeName node) {
    original(guest)
        .ifPresentOrElse(
            id -> dataVmOfOtherId(guest, node, id), () -> dataVmUuidChanged(guest, node));
  }

  private void dataVmOfOtherId(ObservedGuest guest, NodeName node, VmId id) {
    NodeIdentity identity = owned.identity(node, NodePart.DATA);
    draft.report(
        PlanFinding.DATA_VM_UUID_CHANGED,
        location(node),
        guest.label()
            + " has the name and the marks of the VM that keeps the data of node "
            + node
            + ", but the first line of its description was written for VM "
            + id
            + ": it is a copy of that, or its backup under another id. It is not touched.",
        "Do not remove it while VM "
            + id
            + " is not there: it may keep the only data of the node. If it is to keep that from now"
            + " on: qm set "
            + guest.id()
            + " --description '"
            + identity.marker(guest.id()).line()
            + "' --smbios1 "
            + Smbios.none().withUuid(identity.uuid().toString()).text()
            + "\n    If it is a copy, give it another name and take the tag "
            + tag()
            + " off it.");
  }

  private void dataVmUuidChanged(ObservedGuest guest, NodeName node) {
    String smbios =
        Smbios.none().withUuid(owned.identity(node, NodePart.DATA).uuid().toString()).text();
    draft.report(
        PlanFinding.DATA_VM_UUID_CHANGED,
        location(node),
        guest.label()
            + " has the name, the notes and the tags of the VM that keeps the data of node "
            + node
            + ", but another SMBIOS UUID: it is that VM or a copy of it. It is not touched.",
        "Do not remove it: it may keep the only data of the node. If it is the VM, give it back its"
            + " UUID: qm set "
            + guest.id()
            + " --smbios1 "
            + smbios
            + "\n    If it is a copy, give it another name and take the tag "
            + tag()
            + " off it.");
  }

  void unlisted(ObservedGuest guest, NodeName node) {
    draft.report(
        PlanFinding.VM_UNLISTED,
        null,
        guest.label()
            + " is a node of this cluster that the files no longer name; it is left alone.",
        "Put it back into the files, or have it destroyed: removeNode --node="
            + node
            + " "
            + Confirmation.of(spec.name(), NodeSelection.only(node), Set.of(node)).option());
  }

  void unlistedData(ObservedGuest guest, NodeName node) {
    draft.report(
        PlanFinding.VM_UNLISTED,
        null,
        guest.label()
            + " keeps the data of node "
            + node
            + ", which the files no longer name; it is left alone.",
        null);
  }

  void nodeRenamed(NodeTarget target, ObservedGuest guest, NodeName old) {
    draft.report(
        PlanFinding.NODE_RENAMED,
        location(target.node()),
        "Node "
            + target.node()
            + " has the id or the address of "
            + guest.label()
            + ", so it looks like a new name for that node. A live node cannot be renamed: etcd and"
            + " Kubernetes know it by its name.",
        "Write name: "
            + old
            + " again. To replace the node, add the new one with another id and address, then"
            + " remove the old one.");
  }

  void vmRenamed(ObservedGuest guest, NodeName node, String vmName) {
    draft.report(
        PlanFinding.VM_RENAMED,
        location(node),
        guest.label() + " has the tags and the UUID of node " + node + ", but another name.",
        "If it is the node, give it back its name: qm set " + guest.id() + " --name " + vmName);
  }

  void clusterRenamed(ObservedGuest guest, NodeName node) {
    draft.report(
        PlanFinding.CLUSTER_RENAMED,
        spec.provenance().nearest("cluster_name"),
        guest.label()
            + " is node "
            + node
            + " of this cluster under another cluster_name (its tags: "
            + String.join(", ", guest.currentTags())
            + "). A live cluster cannot be renamed: its name is in every certificate.",
        "Write the old cluster_name again. A second cluster needs a cluster_uid of its own.");
  }

  void tagsLost(ObservedGuest guest, NodeName node) {
    List<String> tags = new ArrayList<>(guest.currentTags());
    tags.add(NodeIdentity.OURS.value());
    tags.add(tag().value());
    draft.report(
        PlanFinding.VM_TAGS_LOST,
        location(node),
        guest.label() + " has the name and the UUID of node " + node + ", but not its tags.",
        "If it is the node, put them back: qm set "
            + guest.id()
            + " --tags '"
            + String.join(";", tags)
            + "'");
  }

  void copy(ObservedGuest guest) {
    Optional<VmId> original = original(guest);
    draft.report(
        PlanFinding.VM_IS_COPY,
        null,
        guest.label()
            + " carries marks of this cluster but is none of its nodes, "
            + original
                .map(
                    id ->
                        "for they were written for VM "
                            + id
                            + ": it is a copy of that, or its"
                            + " backup under another id.")
                .orElse("like a copy made by hand.")
            + " It is never touched.",
        original.isPresent()
            ? "Clear the first line of its description, and take the tag " + tag() + " off it."
            : "Take the tag " + tag() + " off it.");
  }

  void foreignName(ObservedGuest guest, NodeName node) {
    Optional<VmId> original = original(guest);
    draft.report(
        PlanFinding.VM_NAME_FOREIGN,
        location(node),
        guest.label()
            + " has the name of node "
            + node
            + original
                .map(
                    id ->
                        " but is a copy of VM "
                            + id
                            + ", or its backup under another id: the"
                            + " first line of its description was written for that.")
                .orElse(" but is not this cluster's."),
        original.isPresent()
            ? "Rename it: qm set "
                + guest.id()
                + " --name "
                + guest.currentName()
                + "-copy\n    If VM "
                + original.get()
                + " is gone for good and this is to be the node: adoptNodes --vm="
                + guest.id()
                + "="
                + node
            : "Rename one of the two, or remove that VM yourself: it is never changed from here.");
  }

  void foreignId(NodeTarget target, ObservedGuest guest) {
    draft.report(
        PlanFinding.VM_ID_FOREIGN,
        target.spec().provenance().nearest("vm_id"),
        "Node "
            + target.node()
            + " would get id "
            + guest.id()
            + ", but that is "
            + guest.label()
            + ", which is not this node's VM.",
        "Give the node another vm_id, or leave it out: that guest is never changed from here.");
  }

  void beingMade(ObservedGuest guest, NodeName node, RunningTask task) {
    draft.tasks.add(task);
    draft.report(
        PlanFinding.VM_BEING_MADE,
        location(node),
        guest.label()
            + " is being made for node "
            + node
            + " by a task that still runs ("
            + task.words()
            + ").",
        "Wait until it ended, then plan again.");
  }

  void stuck(ObservedGuest guest, NodeName node) {
    draft.report(
        PlanFinding.VM_STUCK,
        location(node),
        guest.label()
            + ", where node "
            + node
            + " belongs, is locked ("
            + guest.currentLock().orElse("unknown")
            + ") and no task of yours works on it. No API token can unlock it.",
        Making.rootCommand(guest) + "\n    If it is somebody else's, give the node another vm_id.");
  }

  private Tag tag() {
    return owned.tag();
  }

  private @Nullable SourceLocation location(NodeName node) {
    for (NodeSpec listed : spec.nodes()) {
      if (listed.name().equals(node)) {
        return listed.provenance().nearest("name");
      }
    }
    return null;
  }
}
