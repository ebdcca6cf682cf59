package io.github.talosforge.plan;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.VmIdRange;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedHost;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sentences about templates that cannot be used, each with where it was looked. */
final class TemplateReport {
  private static final int LISTED = 5;

  private final ObservedCluster observed;
  private final Draft draft;
  private final Set<VmId> told = new HashSet<>();

  TemplateReport(ObservedCluster observed, Draft draft) {
    this.observed = observed;
    this.draft = draft;
  }

  /** What looks like a template from here and is not provably one is left as it is. */
  void unlessProven(ObservedGuest guest, TemplateClaim claim) {
    claim
        .doubt()
        .filter(doubt -> told.add(guest.id()))
        .ifPresent(
            doubt ->
                draft.report(
                    PlanFinding.TEMPLATE_UNPROVEN,
                    null,
                    guest.label()
                        + " has the name, the tags and the first line of a template from here, but "
                        + doubt
                        + ": it is neither cloned nor removed.",
                    "If nobody needs it, run on "
                        + guest.host()
                        + ": qm destroy "
                        + guest.id()
                        + " --purge 1\n    If somebody does, give it another name."));
  }

  void notFound(NodeTarget target, String name, List<ObservedGuest> guests) {
    if (!guests.isEmpty()) {
      noTemplate(target, name, guests.get(0));
      return;
    }
    List<ObservedGuest> templates =
        observed.guests().stream()
            .filter(guest -> guest.kind() == ObservedGuest.Kind.TEMPLATE)
            .toList();
    draft.report(
        PlanFinding.TEMPLATE_NOT_FOUND,
        location(target),
        "There is no template '" + name + "' on " + hosts() + "; " + known(templates) + ".",
        "Correct the name, build the template, or leave it out to have one built. A template that"
            + " the credentials may not audit (VM.Audit) is not seen.");
  }

  private String hosts() {
    return observed.hosts().stream()
        .map(ObservedHost::name)
        .map(HostName::toString)
        .collect(Collectors.joining(", "));
  }

  private static String known(List<ObservedGuest> templates) {
    if (templates.isEmpty()) {
      return "no template at all is visible there";
    }
    String some =
        templates.stream()
            .limit(LISTED)
            .map(guest -> guest.id() + " '" + guest.currentName() + "'")
            .collect(Collectors.joining(", "));
    int more = templates.size() - LISTED;
    return "the templates there are " + some + (more > 0 ? " and " + more + " more" : "");
  }

  private void noTemplate(NodeTarget target, String name, ObservedGuest guest) {
    boolean vm = guest.kind() == ObservedGuest.Kind.VM;
    draft.report(
        PlanFinding.TEMPLATE_IS_NO_TEMPLATE,
        location(target),
        "'"
            + name
            + "' is "
            + guest.label()
            + ", an ordinary "
            + (vm ? "VM" : "container")
            + " and not a template.",
        vm
            ? "Convert it: stop it and run qm template " + guest.id() + ". There is no way back."
            : "Name a template of a VM.");
  }

  void ambiguous(NodeTarget target, String name, List<ObservedGuest> templates) {
    draft.report(
        PlanFinding.TEMPLATE_AMBIGUOUS,
        location(target),
        "'" + name + "' is the name of several templates: " + labels(templates) + ".",
        "Name the template by its id.");
  }

  void ofAnotherVersion(
      NodeTarget target, ObservedGuest template, TalosVersion has, TalosVersion wanted) {
    draft.report(
        PlanFinding.TEMPLATE_OF_ANOTHER_VERSION,
        location(target),
        "Node "
            + target.node()
            + " is to be cloned from "
            + template.label()
            + ", which has Talos "
            + has
            + ", but it is to run "
            + wanted
            + ".",
        "Name a template of "
            + wanted
            + ", or leave it out to have one built. Otherwise the node runs "
            + has
            + " beside the others.");
  }

  void onOtherHost(NodeTarget target, List<ObservedGuest> templates, HostName host) {
    draft.report(
        PlanFinding.TEMPLATE_ON_OTHER_HOST,
        location(target),
        "Node "
            + target.node()
            + " is to be made on "
            + host
            + ", but its template is elsewhere ("
            + labels(templates)
            + ") on local storage, from where Proxmox cannot clone.",
        "Make a template of the same name on "
            + host
            + ", put it on shared storage, or leave the template out to have one built per host.");
  }

  void linkedElsewhere(
      NodeTarget target, TemplateRef template, Collection<StorageName> own, StorageName wanted) {
    draft.report(
        PlanFinding.LINKED_CLONE_ELSEWHERE,
        target.spec().provenance().nearest("clone"),
        "Node "
            + target.node()
            + " wants its disk on "
            + wanted
            + ", but a linked clone of "
            + template.label()
            + " must stay on "
            + own.stream().map(StorageName::toString).collect(Collectors.joining(", "))
            + ".",
        "Write clone: full, or the template's storage.");
  }

  void noIdLeft(NodeTarget target, VmIdRange range) {
    draft.report(
        PlanFinding.TEMPLATE_IDS_EXHAUSTED,
        target.spec().provenance().nearest("vm_id_ranges"),
        "No id is left for a template in " + range + ".",
        "Widen vm_id_ranges, or remove templates that nothing uses.");
  }

  private static String labels(List<ObservedGuest> guests) {
    return guests.stream().map(ObservedGuest::label).collect(Collectors.joining(", "));
  }

  private static @Nullable SourceLocation location(NodeTarget target) {
    return target.spec().provenance().nearest("talos_template");
  }
}
