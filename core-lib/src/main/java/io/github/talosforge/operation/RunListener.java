package io.github.talosforge.operation;

import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.bootstrap.TalosLog;

/** Hears what an operation does to VMs and machines; called from several threads at once. */
public interface RunListener extends ApplyLog, TalosLog {
  /** Hears nothing. */
  RunListener SILENT = new RunListener() {};

  /**
   * Something happened that concerns the whole cluster.
   *
   * @param sentence what the user should know
   */
  default void tells(String sentence) {}

  /**
   * Something goes well, but not quite.
   *
   * @param sentence what the user should know
   */
  default void warns(String sentence) {}
}
