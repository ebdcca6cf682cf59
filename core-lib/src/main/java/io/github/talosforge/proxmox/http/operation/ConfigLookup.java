package io.github.talosforge.proxmox.http.operation;

import com.fasterxml.jackson.databind.node.NullNode;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.VmConfig;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.http.LostCall;
import io.github.talosforge.proxmox.http.OutcomeLookup;

/**
 * Looks whether a change of the configuration is in it.
 *
 * @param reading reads the configuration
 * @param change what was asked for
 */
record ConfigLookup(ApiRequest reading, ConfigChange change) implements OutcomeLookup {
  @Override
  public Outcome lookUp(LostCall lost) {
    VmConfig config = VmSettings.decode(new AnswerNode(lost.transport().call(reading)));
    boolean deleted = change.deleted().stream().noneMatch(config.settings()::containsKey);
    boolean reverted = change.reverted().isEmpty();
    boolean set = config.differencesTo(change.settings()).isEmpty();
    return deleted && reverted && set
        ? Lookups.done(NullNode.getInstance())
        : new Outcome.Unknown();
  }
}
