package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.AllocationSpec;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.VmIdRange;

/** The ranges of two kinds of ids overlap. */
final class IdRangesOverlapRule extends ClusterRule {

  IdRangesOverlapRule() {
    super("TF-ID-RANGES-OVERLAP", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    AllocationSpec ranges = spec.allocation();
    VmIdRange controlPlanes = ranges.controlPlaneIds();
    VmIdRange workers = ranges.workerIds();
    VmId templates = ranges.templateIds().first();
    if (controlPlanes.contains(workers.first()) || workers.contains(controlPlanes.first())) {
      findings.report(
          spec.provenance().nearest("vm_id_ranges.worker"),
          "Ids of control planes (" + controlPlanes + ") and of workers (" + workers + ") overlap.",
          "Give every role a range of its own in vm_id_ranges.");
    }
    if (controlPlanes.contains(templates) || workers.contains(templates)) {
      findings.report(
          spec.provenance().nearest("vm_id_ranges.template"),
          "Ids of templates begin at " + templates + ", which is among the nodes' ids.",
          "Let vm_id_ranges.template begin behind the nodes' ranges.");
    }
  }
}
