package io.github.talosforge.simulator.schema;

import io.github.talosforge.simulator.api.Principal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an operation before it runs.
 *
 * @param method the HTTP method
 * @param template the path with its parameters in braces
 * @param open whether it needs no login
 * @param ticketOnly whether tokens are refused
 * @param need what the caller must hold; null: nothing beyond a login
 * @param parameters the parameters, those of the path too
 */
public record OperationSchema(
    String method,
    String template,
    boolean open,
    boolean ticketOnly,
    @Nullable Need need,
    Map<String, Parameter> parameters) {

  /** Copies the map and keeps its order. */
  public OperationSchema {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /**
   * Whether Proxmox has a parameter of that name here.
   *
   * @param name the name as it was sent
   * @return whether it has
   */
  public boolean has(String name) {
    return parameters.containsKey(name);
  }

  /**
   * Refuses callers who lack what the operation needs.
   *
   * @param principal who calls
   * @param values the parameters, those of the path too
   */
  public void demand(Principal principal, Map<String, String> values) {
    if (need != null && !principal.isRoot()) {
      need.demand(principal, values);
    }
  }
}
