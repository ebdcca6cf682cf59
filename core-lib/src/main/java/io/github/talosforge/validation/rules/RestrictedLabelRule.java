package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import java.util.Set;
import java.util.regex.Pattern;

/** A worker is to give itself a label that Kubernetes keeps to itself. */
final class RestrictedLabelRule extends NodeRule {
  private static final Pattern RESERVED = Pattern.compile("(.*[.])?(kubernetes|k8s)[.]io");
  private static final Pattern FREE = Pattern.compile("(.*[.])?(kubelet|node)[.]kubernetes[.]io");
  private static final Set<String> ALLOWED =
      Set.of(
          "kubernetes.io/hostname",
          "kubernetes.io/arch",
          "kubernetes.io/os",
          "beta.kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/instance-type",
          "node.kubernetes.io/instance-type",
          "topology.kubernetes.io/region",
          "topology.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone");

  RestrictedLabelRule() {
    super("TF-LABEL-RESTRICTED", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.role() != NodeRole.WORKER) {
      return;
    }
    for (String label : node.registration().labels().keySet()) {
      int slash = label.indexOf('/');
      String prefix = slash < 0 ? "" : label.substring(0, slash);
      if (RESERVED.matcher(prefix).matches()
          && !FREE.matcher(prefix).matches()
          && !ALLOWED.contains(label)) {
        complaints.about(
            "labels." + label,
            "Kubernetes does not let a worker give itself the label " + label + ".",
            "Use a prefix of your own, or set it with kubectl label.");
      }
    }
  }
}
