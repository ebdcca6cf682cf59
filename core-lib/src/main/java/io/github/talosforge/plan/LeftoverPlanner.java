package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ImageStock.StockedBuild;
import io.github.talosforge.observe.ImageStock.StockedVolume;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedHa;
import io.github.talosforge.proxmox.property.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds what nodes and earlier runs left behind. Only what is provably this cluster's is removed;
 * what merely looks so is named, with the command to remove it by hand.
 */
public final class LeftoverPlanner {
  private final PlanRequest request;
  private final Supplier<AttachedVolumes> attached;
  private final HaNames names;
  private final Draft draft = new Draft();

  /**
   * Prepares to plan.
   *
   * @param request the cluster and the live system
   * @param attached tells which volumes VMs name; asked only if something is left over
   */
  public LeftoverPlanner(PlanRequest request, Supplier<AttachedVolumes> attached) {
    this.request = request;
    this.attached = attached;
    this.names = HaNames.of(request.owned().uid());
  }

  /** Returns the VMs that could be about to become templates, as far as the list shows. */
  public static List<ObservedGuest> builds(ObservedCluster observed) {
    return UnfinishedTemplates.candidates(observed);
  }

  /**
   * Makes the plan.
   *
   * @param cleaning the plan that removes templates and images that nothing uses
   * @param volumes the volumes on the cluster's storages
   * @param builds the VMs that could be about to become templates
   * @param now the time
   */
  public Plan plan(
      Plan cleaning, List<StockedVolume> volumes, List<StockedBuild> builds, Instant now) {
    List<Finding> findings = new ArrayList<>(cleaning.findings().findings());
    new UnfinishedTemplates(request, now, draft).look(builds);
    cleaning.changes(CleaningChange.class).forEach(this::shared);
    request.owned().claims().forEach(this::unused);
    new NeverStarted(request, draft).retire();
    new ForgottenData(request, draft).report();
    if (request.observed().allows("/vms", "VM.Audit")) {
      request.observed().ha().ifPresent(this::entries);
      new UnclaimedVolumes(request, draft).report(volumes, attached);
    } else {
      notAllVmsAreSeen();
    }
    findings.addAll(draft.findings);
    return Plan.of(
        request.spec().name(),
        draft.changes,
        FindingReport.of(findings),
        PlanDigest.more(cleaning.digest(), draft.changes));
  }

  /** A VM that nobody sees looks like one that is gone. */
  private void notAllVmsAreSeen() {
    draft.report(
        PlanFinding.LEFTOVERS_UNSEEN,
        null,
        "Leftovers were not looked for among volumes and entries of high availability: the"
            + " credentials lack VM.Audit on /vms, so a VM that they do not see may have them.",
        "Grant that, and look again.");
  }

  /** Templates and images show no cluster: another one can be about to use them. */
  private void shared(CleaningChange unused) {
    if (unused instanceof RemoveTemplate template) {
      draft.report(
          PlanFinding.TEMPLATE_UNUSED,
          null,
          "Template "
              + template.vmId()
              + " '"
              + template.marks().name()
              + "' on "
              + template.host()
              + " is used by no VM; another cluster can want it.",
          "cleanTemplates removes it.");
    } else if (unused instanceof RemoveImage image) {
      draft.report(
          PlanFinding.IMAGE_UNUSED,
          null,
          "Image "
              + image.volume()
              + " on "
              + image.host()
              + " is not asked for by the files; another cluster can want it.",
          "cleanTemplates --images removes it.");
    }
  }

  private void unused(Claim claim) {
    // What a data VM keeps attached to nothing is the node's data.
    if (claim.state() != Claim.State.OURS || claim.part() != NodePart.SYSTEM) {
      return;
    }
    ObservedGuest guest = claim.guest();
    Map<String, String> current =
        guest.configuration().map(GuestConfiguration::current).orElse(Map.of());
    current.forEach(
        (key, value) -> {
          Volume volume = key.matches("unused\\d+") ? Volume.parse(value) : null;
          if (volume != null
              && volume.owner().equals(OptionalInt.of(guest.id().value()))
              && !isProtected(volume, guest)
              && isFree(volume, guest, key)) {
            NodeVm vm = request.owned().vm(claim);
            draft.changes.add(
                new FreeVolume(
                    ChangeId.of("free-volume", vm.node(), key), vm, key, volume.text(), Set.of()));
          }
        });
  }

  /** What is protected loses nothing; nobody else's leftovers have to wait for that. */
  private boolean isProtected(Volume volume, ObservedGuest guest) {
    if (!Removal.isProtected(guest)) {
      return false;
    }
    String set = "qm set " + guest.id() + " --";
    draft.report(
        PlanFinding.VOLUME_PROTECTED,
        null,
        "Volume "
            + volume
            + ", which "
            + guest.label()
            + " has attached to nothing, stays: the VM is protected.",
        "Unless somebody needs it, run "
            + set
            + "protection 0, then removeLeftovers, then "
            + set
            + "protection 1");
    return true;
  }

  /** Proxmox frees a volume whoever else has it attached. */
  private boolean isFree(Volume volume, ObservedGuest guest, String key) {
    AttachedVolumes inUse = attached.get();
    Set<String> others = inUse.others(volume.text(), guest.id(), key);
    if (!others.isEmpty() || !inUse.certain()) {
      draft.report(
          others.isEmpty() ? PlanFinding.USE_UNKNOWN : PlanFinding.VOLUME_SHARED,
          null,
          "Volume "
              + volume
              + ", which "
              + guest.label()
              + " has attached to nothing, stays: "
              + (others.isEmpty()
                  ? "nobody can tell who else uses it, because not read were "
                      + inUse.unreadInWords()
                  : String.join(", ", others) + " names it too")
              + ".",
          others.isEmpty()
              ? "Look again when all hosts are up and the credentials may read all VMs."
              : "Take it off there if nobody needs it.");
      return false;
    }
    return true;
  }

  private Set<VmId> existing() {
    return request.observed().guests().stream()
        .map(ObservedGuest::id)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private void entries(ObservedHa ha) {
    Set<VmId> existing = existing();
    String mark = ManageHa.mark(request.owned().uid());
    Set<ChangeId> released = new HashSet<>();
    ha.managed()
        .forEach(
            (id, managed) -> {
              boolean ours = managed.comment().equals(Optional.of(mark));
              if (ours && !existing.contains(id)) {
                released.add(remove(RemoveHaEntry.Kind.RESOURCE, "vm:" + id, Set.of()));
              }
            });
    ha.apart().forEach((name, vms) -> removeIfEmpty(RemoveHaEntry.Kind.RULE, name, vms, released));
    ha.groups()
        .keySet()
        .forEach(
            name -> removeIfEmpty(RemoveHaEntry.Kind.GROUP, name, membersOf(name, ha), released));
  }

  private static Set<VmId> membersOf(String group, ObservedHa ha) {
    return ha.managed().entrySet().stream()
        .filter(vm -> vm.getValue().group().equals(Optional.of(group)))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private void removeIfEmpty(
      RemoveHaEntry.Kind kind, String name, Collection<VmId> vms, Set<ChangeId> released) {
    if (names.isOurs(name) && vms.stream().noneMatch(existing()::contains)) {
      ChangeId unused = remove(kind, name, released);
    }
  }

  private ChangeId remove(RemoveHaEntry.Kind kind, String name, Set<ChangeId> before) {
    ChangeId id = ChangeId.of("ha-remove", name);
    draft.changes.add(new RemoveHaEntry(id, kind, name, before));
    return id;
  }
}
