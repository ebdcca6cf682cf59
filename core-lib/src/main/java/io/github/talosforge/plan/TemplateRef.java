package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.VmId;
import java.util.Optional;

/**
 * A template to clone.
 *
 * @param name its name
 * @param host where it is
 * @param vmId its id; of one that is still to be built, the id that it is meant to get
 * @param builtBy the change that builds it; empty when it exists
 * @param digest the digest of its configuration, as the plan saw it; empty when that was not seen
 */
public record TemplateRef(
    String name, HostName host, VmId vmId, Optional<ChangeId> builtBy, Optional<String> digest) {

  /** A plan is the same whatever else a template holds; that is looked at before the clone. */
  @Override
  public String toString() {
    return "TemplateRef[name=%s, host=%s, vmId=%s, builtBy=%s]"
        .formatted(name, host, vmId, builtBy);
  }

  /** Returns the template in words, such as {@code template 9000 'talos-v1.12.4-base' on pve1}. */
  public String label() {
    return "template " + vmId + " '" + name + "' on " + host;
  }
}
