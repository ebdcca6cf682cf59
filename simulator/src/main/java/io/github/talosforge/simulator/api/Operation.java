package io.github.talosforge.simulator.api;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the API.
 *
 * @param method GET, POST, PUT or DELETE
 * @param template the path with its parameters in braces
 * @param parameters the request parameters that are modelled; indexed ones as {@code net[n]}.
 *     Others that Proxmox knows are answered with 501.
 * @param handler what it does
 */
public record Operation(String method, String template, Set<String> parameters, Handler handler) {

  /** What an operation does. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Carries the call out, under the lock of the world.
     *
     * @param call the call
     * @return the {@code data} of the answer: maps, lists, texts, numbers, booleans or null
     * @throws ApiFailure when Proxmox would refuse
     */
    @Nullable Object handle(ApiCall call);
  }

  /** Copies the set. */
  public Operation {
    parameters = Set.copyOf(parameters);
  }

  /**
   * Whether it changes anything.
   *
   * @return whether it is not a GET
   */
  public boolean writes() {
    return !method.equals("GET");
  }

  /**
   * Whether a request parameter is modelled.
   *
   * @param name the parameter as it was sent, for example {@code net0}
   * @return whether it is
   */
  public boolean models(String name) {
    return parameters.contains(name)
        || parameters.contains(name.replaceFirst("(?<=[a-z])[0-9]+$", "[n]"));
  }
}
