package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import java.util.List;

/** A name or time server has an IPv6 address, which nodes do not reach. */
final class Ipv6ServerRule extends ClusterRule {

  Ipv6ServerRule() {
    super("TF-IPV6-SERVER", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    complain(spec, findings, "dns_servers", spec.network().dnsServers());
    complain(spec, findings, "ntp_servers", spec.network().ntpServers());
  }

  private static void complain(
      ClusterSpec spec, RuleFindings findings, String key, List<String> servers) {
    servers.stream()
        .filter(Ipv4Address::looksLikeIpv6)
        .forEach(
            server ->
                findings.report(
                    spec.provenance().nearest(key),
                    "The server "
                        + server
                        + " has an IPv6 address, but nodes have IPv4 addresses only.",
                    "Use it only if the network also hands out IPv6 addresses by itself."));
  }
}
