package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;

/** The endpoint is no https URL with a host. */
final class EndpointNotHttpsRule extends ClusterRule {

  EndpointNotHttpsRule() {
    super("TF-ENDPOINT-NOT-HTTPS", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    spec.network()
        .endpoint()
        .filter(url -> !"https".equals(url.getScheme()) || url.getHost() == null)
        .ifPresent(
            url ->
                findings.report(
                    spec.provenance().nearest("cluster_endpoint"),
                    "The endpoint " + url + " is no URL of an API server.",
                    "Write https, a host and a port, such as https://k8s.example.org:6443."));
  }
}
