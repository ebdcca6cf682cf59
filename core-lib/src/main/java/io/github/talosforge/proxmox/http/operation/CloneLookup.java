package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.VmClone;
import io.github.talosforge.proxmox.VmConfig;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.http.LostCall;
import io.github.talosforge.proxmox.http.OutcomeLookup;

/**
 * Looks for a clone: its task names only the source, and other clones of it may run, so that the
 * new VM must be there as well.
 *
 * @param host the host of the source
 * @param sourceId the number of the source
 * @param wanted what was asked for
 */
record CloneLookup(String host, int sourceId, VmClone wanted) implements OutcomeLookup {
  @Override
  public Outcome lookUp(LostCall lost) {
    return isUnderWay(lost)
        ? Lookups.task(host, sourceId, "qmclone").lookUp(lost)
        : new Outcome.Unknown();
  }

  /** While it is copied, the new VM is configured on the host of the source and locked. */
  private boolean isUnderWay(LostCall lost) {
    ApiRequest reading = ApiRequest.get("/nodes/{node}/qemu/{vmid}/config", host, wanted.newId());
    try {
      VmConfig config = VmSettings.decode(new AnswerNode(lost.transport().call(reading)));
      return config.lock().filter("clone"::equals).isPresent()
          || (wanted.name().isPresent() && wanted.name().equals(config.text("name")));
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND || e.kind() == ErrorKind.PERMISSION) {
        return false;
      }
      throw e;
    }
  }
}
