package io.github.talosforge.simulator.api;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The questions that operations ask about who calls, refused in Proxmox' words.
 *
 * @param principal who calls
 */
public record Access(Principal principal) {

  /**
   * Demands all of some privileges.
   *
   * @param path where
   * @param privileges which
   */
  public void check(String path, String... privileges) {
    for (String privilege : privileges) {
      if (!principal.has(path, privilege)) {
        throw ApiFailure.denied(path, privilege);
      }
    }
  }

  /**
   * Demands one of some privileges.
   *
   * @param path where
   * @param privileges which
   */
  public void checkAny(String path, String... privileges) {
    if (Arrays.stream(privileges).noneMatch(privilege -> principal.has(path, privilege))) {
      throw ApiFailure.denied(path, String.join("|", privileges));
    }
  }

  /**
   * Demands all of some privileges on a VM, or on the pool that it will be in.
   *
   * @param vmid the VM
   * @param pool the pool or null
   * @param privileges which
   */
  public void checkVm(int vmid, @Nullable String pool, String... privileges) {
    if (pool != null
        && Arrays.stream(privileges).allMatch(p -> principal.has("/pool/" + pool, p))) {
      return;
    }
    check("/vms/" + vmid, privileges);
  }

  /**
   * Demands one of some privileges on a VM, or on the pool that it will be in.
   *
   * @param vmid the VM
   * @param pool the pool or null
   * @param privileges which
   */
  public void checkVmAny(int vmid, @Nullable String pool, String... privileges) {
    if (pool != null
        && Arrays.stream(privileges).anyMatch(p -> principal.has("/pool/" + pool, p))) {
      return;
    }
    checkAny("/vms/" + vmid, privileges);
  }

  /**
   * Refuses an option to everyone but literally root@pam.
   *
   * @param call the call
   * @param option the option
   */
  public void rootOption(ApiCall call, String option) {
    if (call.flag(option) && !principal.isRoot()) {
      throw ApiFailure.parameter(option, "Only root may use this option.");
    }
  }
}
