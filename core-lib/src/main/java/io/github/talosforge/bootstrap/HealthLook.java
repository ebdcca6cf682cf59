package io.github.talosforge.bootstrap;

import io.github.talosforge.health.HealthReport;
import java.util.List;

/** Looks once at the health of the whole cluster. */
@FunctionalInterface
public interface HealthLook {

  /**
   * Makes all checks.
   *
   * @param nodes the nodes, as they were last seen
   * @return what the checks said
   */
  HealthReport look(List<SeenNode> nodes);
}
