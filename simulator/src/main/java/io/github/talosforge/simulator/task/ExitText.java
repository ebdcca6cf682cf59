package io.github.talosforge.simulator.task;

import io.github.talosforge.simulator.api.ApiFailure;
import java.util.TreeMap;

/** How a failure reads as the end of a task. */
final class ExitText {
  private ExitText() {}

  /** A die is its text; a failure with a status of its own carries it, and its parameters. */
  static String of(ApiFailure problem) {
    if (problem.status() == 500) {
      return problem.reason();
    }
    StringBuilder text = new StringBuilder(problem.status() + " " + problem.reason());
    new TreeMap<>(problem.errors())
        .forEach(
            (name, error) ->
                text.append('\n').append(name).append(": ").append(error.stripTrailing()));
    return text.toString();
  }
}
