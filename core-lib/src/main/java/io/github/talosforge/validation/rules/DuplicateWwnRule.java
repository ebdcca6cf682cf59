package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Wwn;
import java.util.HashSet;
import java.util.Set;

/** Two disks of a node have the same world wide name. */
final class DuplicateWwnRule extends ClusterRule {

  DuplicateWwnRule() {
    super("TF-DUPLICATE-WWN", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    for (NodeSpec node : spec.nodes()) {
      Set<Wwn> names = new HashSet<>();
      node.vm().systemDisk().wwn().ifPresent(names::add);
      for (DiskSpec disk : node.vm().extraDisks()) {
        if (disk.wwn().isPresent() && !names.add(disk.wwn().get())) {
          findings.report(
              node.provenance().nearest("extra_disks"),
              "Two disks of node "
                  + node.name()
                  + " have the world wide name "
                  + disk.wwn().get()
                  + ", so that Talos cannot tell them apart.",
              "Change one of them, or leave it out: it is then derived from node and disk.");
        }
      }
    }
  }
}
