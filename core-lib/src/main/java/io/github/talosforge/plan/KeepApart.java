package io.github.talosforge.plan;

import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.VmId;
import java.util.List;
import java.util.Set;

/**
 * A rule that keeps the VMs of a role on different hosts, from Proxmox VE 9 on.
 *
 * @param id the name of the change
 * @param name the rule
 * @param role what the nodes do
 * @param vms the VMs
 * @param known whether the rule is there and has to be changed
 * @param dependencies the changes before: a rule takes only VMs that are looked after
 */
public record KeepApart(
    ChangeId id,
    String name,
    NodeRole role,
    List<VmId> vms,
    boolean known,
    Set<ChangeId> dependencies)
    implements HaChange {

  /** Keeps own copies of the collections. */
  public KeepApart {
    vms = vms.stream().sorted().toList();
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public <R> R accept(HaChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
