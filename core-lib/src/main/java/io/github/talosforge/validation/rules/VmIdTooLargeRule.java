package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;

/** A demanded id, or that of its data VM, is larger than Proxmox VE allows. */
final class VmIdTooLargeRule extends ClusterRule {
  private static final long LARGEST = 999_999_999;

  VmIdTooLargeRule() {
    super("TF-VM-ID-TOO-LARGE", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    OncePerPool once = new OncePerPool();
    for (Demand<Long> id : Demand.ids(spec)) {
      boolean dataVm = id.node().volumes().dataVm();
      if (id.value() * (dataVm ? 10 : 1) > LARGEST && once.test(id.node())) {
        findings.report(
            id.location(),
            "The id "
                + id.value()
                + " of node "
                + id.node().name()
                + (dataVm ? ", with a 0 behind for its data VM," : "")
                + " is larger than 999999999.",
            "Choose a smaller vm_id.");
      }
    }
  }
}
