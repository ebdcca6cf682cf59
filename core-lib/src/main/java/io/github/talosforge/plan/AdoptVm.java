package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts the marks of a node on a VM that somebody else made, and nothing else.
 *
 * @param id the name of the change
 * @param vm the VM, and the node that it becomes
 * @param digest what the configuration was when the plan was made; a VM that changed is left alone
 * @param fields what becomes different
 * @param values the values to send
 * @param dependencies the changes before
 */
public record AdoptVm(
    ChangeId id,
    NodeVm vm,
    String digest,
    List<FieldChange> fields,
    Map<String, String> values,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps own copies of the collections. */
  public AdoptVm {
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
}
