package io.github.talosforge.plan;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.observe.NodeVm;
import java.util.Optional;
import java.util.Set;

/**
 * Has high availability look after a VM, or look after it in another way.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param maxRestart how often it is started again on the same host
 * @param maxRelocate how often it is tried on another host
 * @param group its group of hosts, before Proxmox VE 9
 * @param known whether it is looked after already
 * @param dependencies the changes before
 */
public record ManageHa(
    ChangeId id,
    NodeVm vm,
    int maxRestart,
    int maxRelocate,
    Optional<String> group,
    boolean known,
    Set<ChangeId> dependencies)
    implements VmChange {
  /** Keeps an own copy of the set. */
  public ManageHa {
    dependencies = Set.copyOf(dependencies);
  }

  /**
   * Returns what is written beside a VM, so that a later run knows who had it looked after.
   *
   * @param uid the cluster's uid
   */
  public static String mark(ClusterUid uid) {
    return "Talosforge, cluster " + uid;
  }

  @Override
  public boolean disruptive() {
    return false;
  }

  @Override
  public <R> R accept(VmChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }

  /** Returns in words what is tried before high availability gives up. */
  public String attempts() {
    return counted(maxRestart, "restart") + ", then " + counted(maxRelocate, "move");
  }

  private static String counted(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
