package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes values into a VM's configuration in one call. What cannot take effect on the running VM
 * stays pending in Proxmox.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param digest the digest of the configuration that was compared; the call must quote it
 * @param fields what changes, for people
 * @param values what is sent
 * @param dependencies the changes before
 */
public record ChangeConfiguration(
    ChangeId id,
    NodeVm vm,
    String digest,
    List<FieldChange> fields,
    Map<String, String> values,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps own copies of the collections. */
  public ChangeConfiguration {
    fields = List.copyOf(fields);
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public boolean disruptive() {
    return false;
  }

  @Override
  public <R> R accept(VmChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }

  /** Shows the keys only: values can be secret. */
  @Override
  public String toString() {
    return "ChangeConfiguration[" + id + ", " + vm.label() + ", " + values.keySet() + "]";
  }
}
