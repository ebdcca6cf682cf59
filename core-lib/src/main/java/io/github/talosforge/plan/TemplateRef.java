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
 */
public record TemplateRef(String name, HostName host, VmId vmId, Optional<ChangeId> builtBy) {

  /** Returns the template in words, such as {@code template 9000 'talos-v1.12.4-base' on pve1}. */
  public String label() {
    return "template " + vmId + " '" + name + "' on " + host;
  }
}
