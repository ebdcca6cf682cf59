package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.KubernetesSpec;

/** Nodes wait for a cloud controller manager that nothing installs. */
final class CloudProviderManifestsRule extends ClusterRule {

  CloudProviderManifestsRule() {
    super("TF-CLOUD-PROVIDER-MANIFESTS", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    KubernetesSpec kubernetes = spec.kubernetes();
    if (kubernetes.externalCloudProvider()
        && kubernetes.cloudProviderManifests().isEmpty()
        && kubernetes.extraManifests().isEmpty()
        && kubernetes.inlineManifests().isEmpty()) {
      findings.report(
          spec.provenance().nearest("external_cloud_provider.enabled"),
          "Nodes take no workloads until a cloud controller manager has seen them, and nothing"
              + " installs one.",
          "Add manifests to external_cloud_provider, or install one right after the bootstrap.");
    }
  }
}
