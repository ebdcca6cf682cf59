package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Stops a running VM and starts it again, so that what waits takes effect. Every such change
 * depends on the one before: one node at a time, and none after a failure.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param fields what takes effect
 * @param values what is written while the VM is off, because it would disturb the running guest
 * @param shutdownTimeout how long the guest may take to shut down before it is switched off
 * @param dependencies the changes before
 */
public record StopStartVm(
    ChangeId id,
    NodeVm vm,
    List<FieldChange> fields,
    Map<String, String> values,
    Duration shutdownTimeout,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps own copies of the collections. */
  public StopStartVm {
    fields = List.copyOf(fields);
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public boolean disruptive() {
    return true;
  }

  @Override
  public <R> R accept(VmChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
