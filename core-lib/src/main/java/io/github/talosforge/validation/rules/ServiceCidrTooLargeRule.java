package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;

/** The services' network is larger than the API server accepts. */
final class ServiceCidrTooLargeRule extends ClusterRule {
  private static final int LARGEST = 12;

  ServiceCidrTooLargeRule() {
    super("TF-SERVICE-CIDR-TOO-LARGE", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    CidrBlock services = spec.network().serviceCidr();
    if (services.prefixLength() < LARGEST) {
      findings.report(
          spec.provenance().nearest("cluster_svc_cidr"),
          "cluster_svc_cidr " + services + " is larger than the API server accepts.",
          "Choose a network with a prefix length of "
              + LARGEST
              + " or more, such as 10.96.0.0/12.");
    }
  }
}
