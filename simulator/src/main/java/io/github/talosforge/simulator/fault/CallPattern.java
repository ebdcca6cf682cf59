package io.github.talosforge.simulator.fault;

import org.jspecify.annotations.Nullable;

/**
 * Which calls a rule is about; what is null fits every call.
 *
 * @param method the HTTP method
 * @param template the path template, for example {@code /nodes/{node}/qemu/{vmid}/clone}
 * @param writes true: only calls that change something; false: only others
 * @param vmid a VM that the call names, also as the one to be made
 * @param host a host that the call names
 */
public record CallPattern(
    @Nullable String method,
    @Nullable String template,
    @Nullable Boolean writes,
    @Nullable Integer vmid,
    @Nullable String host) {
  /** Every call. */
  public static final CallPattern ANY = new CallPattern(null, null, null, null, null);

  /** Every call that changes something. */
  public static final CallPattern WRITES = new CallPattern(null, null, true, null, null);

  /** Every call that only reads. */
  public static final CallPattern READS = new CallPattern(null, null, false, null, null);

  /**
   * One operation.
   *
   * @param method the HTTP method
   * @param template the path template
   * @return the calls of that operation
   */
  public static CallPattern of(String method, String template) {
    return new CallPattern(method, template, null, null, null);
  }

  /**
   * The same calls, as far as they name a VM.
   *
   * @param id the VM
   * @return the calls
   */
  public CallPattern withVm(int id) {
    return new CallPattern(method, template, writes, id, host);
  }

  /**
   * The same calls, as far as they name a host.
   *
   * @param name the host
   * @return the calls
   */
  public CallPattern withHost(String name) {
    return new CallPattern(method, template, writes, vmid, name);
  }

  boolean fits(ObservedCall call) {
    return (method == null || method.equals(call.method()))
        && (template == null || template.equals(call.template()))
        && (writes == null || writes == call.writes())
        && (vmid == null || call.vmids().contains(vmid))
        && (host == null || host.equals(call.host()));
  }
}
