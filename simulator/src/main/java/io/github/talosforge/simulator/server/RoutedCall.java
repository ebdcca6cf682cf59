package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.fault.ObservedCall;
import io.github.talosforge.simulator.schema.OperationSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A call that is known to be meant for an operation, by someone who may make calls.
 *
 * @param api the call
 * @param operation what carries it out
 * @param schema what is known of it beforehand
 */
record RoutedCall(ApiCall api, Operation operation, OperationSchema schema) {
  private static final Set<String> VM_PARAMETERS = Set.of("vmid", "newid", "target-vmid");

  /** The parameters of path and request together. */
  Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>(api.parameters());
    values.putAll(api.path());
    return values;
  }

  @Nullable String host() {
    return api.path().get("node");
  }

  /** The VMs that it names. */
  Set<Integer> vmids() {
    Set<Integer> ids = new TreeSet<>();
    values()
        .forEach(
            (name, value) -> {
              if (VM_PARAMETERS.contains(name) && value.matches("[1-9][0-9]{2,8}")) {
                ids.add(Integer.valueOf(value));
              }
            });
    return ids;
  }

  ObservedCall observed() {
    return new ObservedCall(api.method(), api.template(), vmids(), host());
  }
}
