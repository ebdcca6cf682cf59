package io.github.talosforge.plan;

import io.github.talosforge.desired.DataVolume;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The sentences about a volume whose data is not deleted. */
final class VolumeRefusals {
  private final Draft draft;

  VolumeRefusals(Draft draft) {
    this.draft = draft;
  }

  void notOneNode(int selected, Set<NodeName> nodes) {
    draft.report(
        PlanFinding.VOLUME_OF_ONE_NODE,
        null,
        "The data of one volume of one node is deleted at a time, but "
            + (selected == 0 ? "no node is" : selected + " nodes are")
            + " selected.",
        "Name one node: " + joined(nodes) + ".");
  }

  void noDataVm(NodeName node, List<ObservedGuest> doubtful) {
    draft.report(
        PlanFinding.VOLUME_UNKNOWN,
        null,
        doubtful.isEmpty()
            ? "Node " + node + " has no data VM in sight."
            : doubtful.stream().map(ObservedGuest::label).collect(Collectors.joining(", "))
                + " looks like the data VM of node "
                + node
                + ", but nothing proves that now, so it is not touched.",
        doubtful.isEmpty()
            ? "Look whether the credentials may see it."
            : "Run planCluster: it says what is wrong with it.");
  }

  void wanted(String name, NodeSpec node) {
    draft.report(
        PlanFinding.VOLUME_STILL_WANTED,
        node.provenance().nearest("volumes"),
        "The files still name volume " + name + " of node " + node.name() + ".",
        "Remove it from the files and run provisionNodes --allow-reboot, which detaches it; then"
            + " run this again.");
  }

  void used(Volume volume, Collection<String> users) {
    draft.report(
        PlanFinding.DATA_IN_USE,
        null,
        volume + " is attached: " + joined(users) + ".",
        "If that is its node, run provisionNodes --allow-reboot; else detach it there if nobody"
            + " needs it.");
  }

  void perhapsUsed(Volume volume, AttachedVolumes inUse) {
    draft.report(
        PlanFinding.DATA_USE_UNKNOWN,
        null,
        "Nobody can tell who uses " + volume + ": not read were " + inUse.unreadInWords() + ".",
        "Run again when all hosts are up and the credentials may read all VMs.");
  }

  void unlisted(String volume, NodeVm vm) {
    draft.report(
        PlanFinding.VOLUME_UNKNOWN,
        null,
        volume + " is there, but " + vm.label() + " does not name it.",
        "Run on host "
            + vm.host()
            + ": qm disk rescan --vmid "
            + vm.vmId()
            + ". Then run this"
            + " again.");
  }

  void unknown(String name, NodeVm vm, Set<String> kept) {
    if (DataVolume.isEphemeral(name)) {
      draft.report(
          PlanFinding.VOLUME_UNKNOWN,
          null,
          "EPHEMERAL of node " + vm.node() + " is not a volume that is deleted by itself.",
          "removeNode --with-data --node="
              + vm.node()
              + " destroys the node with all its"
              + " data.");
      return;
    }
    List<String> others =
        kept.stream().filter(DataVolume::isVolume).map(DataVolume::volumeIn).toList();
    draft.report(
        PlanFinding.VOLUME_UNKNOWN,
        null,
        vm.label() + ", the " + vm.subject() + ", keeps no volume " + name + ".",
        others.isEmpty()
            ? "It keeps none: if there was one, its data is gone already."
            : "It keeps " + joined(others) + ".");
  }

  void gone(String name, NodeVm vm) {
    draft.report(
        PlanFinding.VOLUME_GONE,
        null,
        vm.label()
            + ", the "
            + vm.subject()
            + ", keeps no volume "
            + name
            + " any more, and is not protected, as after a run that was interrupted.",
        "Its protection is put back.");
  }

  private static String joined(Collection<?> things) {
    return things.stream().map(Object::toString).collect(Collectors.joining(", "));
  }
}
