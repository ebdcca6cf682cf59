package io.github.talosforge.simulator.http;

import java.util.function.Consumer;

/** What answers requests. */
@FunctionalInterface
public interface RequestHandler {
  /**
   * Answers a request; called on a thread that must not wait.
   *
   * @param request the request
   * @param reply takes the one answer, now or later
   */
  void handle(Request request, Consumer<Answer> reply);
}
