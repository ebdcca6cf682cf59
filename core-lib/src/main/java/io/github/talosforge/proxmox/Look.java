package io.github.talosforge.proxmox;

/**
 * What is looked at once more directly before a call that destroys, or stops, is sent.
 *
 * <p>A call can wait for its place for minutes and can be sent several times; meanwhile somebody
 * can have removed what it is about and made something else under the same name. Proxmox VE takes
 * no digest with such a call, so the client looks each time it sends one, when nothing is left to
 * wait for. Only the time of that one call remains.
 */
@FunctionalInterface
public interface Look {
  /** Returns if the call may be sent; throws why not if it may not. */
  void again();
}
