package io.github.talosforge.health;

import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.talos.TalosException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An answer, or why there is none.
 *
 * @param value the answer
 * @param problem why there is none
 */
record Known<T>(Optional<T> value, String problem) {

  static <T> Known<T> of(Supplier<T> question) {
    try {
      return new Known<>(Optional.of(question.get()), "");
    } catch (TalosException | KubernetesException e) {
      return new Known<>(Optional.empty(), String.valueOf(e.getMessage()));
    }
  }
}
