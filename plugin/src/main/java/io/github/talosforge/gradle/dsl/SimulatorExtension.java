package io.github.talosforge.gradle.dsl;

import org.gradle.api.provider.Property;

/** The {@code talosforgeSimulator} block: which Proxmox VE cluster is simulated. */
public interface SimulatorExtension {
  /**
   * Returns how many hosts the cluster has.
   *
   * @return the number; 3 unless set
   */
  Property<Integer> getHosts();

  /**
   * Returns the release that the cluster behaves like.
   *
   * @return {@code 9.2} unless set, or {@code 8.4} or {@code 9.1}
   */
  Property<String> getPersonality();

  /**
   * Returns what simulated durations are multiplied with.
   *
   * @return the factor; 0.02 unless set, 0 for no waiting at all
   */
  Property<Number> getTimeScale();

  /**
   * Returns after how long without a call the simulator ends by itself, such as {@code 30m}.
   *
   * @return the time; {@code 30m} unless set
   */
  Property<String> getIdleLimit();
}
