package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.KubernetesSpec.Cni;

/** Nothing makes services reachable. */
final class KubeProxyOffRule extends ClusterRule {

  KubeProxyOffRule() {
    super("TF-KUBE-PROXY-OFF", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    if (!spec.kubernetes().kubeProxy() && spec.kubernetes().cni() == Cni.FLANNEL) {
      findings.report(
          spec.provenance().nearest("kube_proxy"),
          "Without kube-proxy, and with flannel, nothing makes services reachable.",
          "Set kube_proxy: true, or a cni that replaces it, such as cilium.");
    }
  }
}
