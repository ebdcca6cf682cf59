package io.github.talosforge.apply;

import io.github.talosforge.plan.StopStartVm;
import java.util.function.BooleanSupplier;

/** Looks after the cluster inside the VMs while one of them is stopped and started. */
@FunctionalInterface
public interface RestartCare {
  /** Does nothing but stop and start. */
  RestartCare NONE = (change, stopped, stopAndStart) -> stopAndStart.run();

  /**
   * Has one VM stopped and started, and does what is needed before and after. Called for one VM at
   * a time; an exception ends this change and all restarts after it.
   *
   * @param change the VM, and what takes effect
   * @param stopped whether nothing new may begin any more
   * @param stopAndStart stops and starts the VM; throws a {@link
   *     java.util.concurrent.CancellationException} if it was not begun
   */
  void restart(StopStartVm change, BooleanSupplier stopped, Runnable stopAndStart);
}
