package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A group whose VMs prefer one host and may run on all others, before Proxmox VE 9. There it is the
 * only way to bring VMs apart again that the loss of a host brought together.
 *
 * @param id the name of the change
 * @param name the group
 * @param host the host that its VMs prefer
 * @param hosts all hosts with their priorities
 * @param known whether the group is there and has to be changed
 * @param dependencies the changes before
 */
public record PreferHost(
    ChangeId id,
    String name,
    HostName host,
    Map<HostName, Integer> hosts,
    boolean known,
    Set<ChangeId> dependencies)
    implements HaChange {

  /** Keeps own copies of the collections. */
  public PreferHost {
    hosts = Collections.unmodifiableSortedMap(new TreeMap<>(hosts));
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public <R> R accept(HaChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
