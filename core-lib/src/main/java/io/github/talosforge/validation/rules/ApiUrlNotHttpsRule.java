package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import java.net.URI;

/** The Proxmox VE API would be called without encryption. */
final class ApiUrlNotHttpsRule extends ClusterRule {

  ApiUrlNotHttpsRule() {
    super("TF-API-URL-NOT-HTTPS", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    for (URI url : spec.proxmox().apiUrls()) {
      if (!"https".equals(url.getScheme())) {
        findings.report(
            spec.provenance().nearest("proxmox_api_url"),
            "The URL "
                + url
                + " would send the API token without encryption, and Proxmox VE does not listen"
                + " there.",
            "Write https, such as https://" + url.getHost() + ":8006.");
      }
    }
  }
}
