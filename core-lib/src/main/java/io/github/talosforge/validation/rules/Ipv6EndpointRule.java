package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;

/** The endpoint is an IPv6 address, which no node has. */
final class Ipv6EndpointRule extends ClusterRule {

  Ipv6EndpointRule() {
    super("TF-IPV6-ENDPOINT", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    spec.network()
        .endpoint()
        .filter(url -> url.getHost() != null && url.getHost().startsWith("["))
        .ifPresent(
            url ->
                findings.report(
                    spec.provenance().nearest("cluster_endpoint"),
                    "The endpoint "
                        + url
                        + " is an IPv6 address, but nodes have IPv4 addresses only.",
                    "Give an IPv4 address or a name that leads to one; IPv6 nodes are not"
                        + " supported."));
  }
}
