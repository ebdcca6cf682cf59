package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;

/** Nodes with static addresses have no name servers. */
final class DnsServersMissingRule extends ClusterRule {

  DnsServersMissingRule() {
    super("TF-DNS-SERVERS-MISSING", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    boolean statically =
        spec.nodes().stream().anyMatch(node -> !(node.address() instanceof AddressWish.Dhcp));
    if (statically && spec.network().dnsServers().isEmpty()) {
      findings.report(
          spec.provenance().nearest("dns_servers"),
          "Nodes with static addresses have no name servers; Talos then asks 1.1.1.1 and 8.8.8.8.",
          "Add dns_servers, or give the nodes address: dhcp.");
    }
  }
}
