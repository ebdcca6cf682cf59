package io.github.talosforge.simulator.talos;

import java.time.Duration;

/** What a node does next by itself, and how long that takes on ordinary hardware. */
public enum Step {
  /** Firmware, kernel, network, and a look at its disks. */
  BOOT(20),
  /** An ISO writes itself to a disk and reboots. */
  INSTALL(45),
  /** Its API with certificates. */
  API(4),
  /** etcd starts with the data that it has. */
  ETCD_START(5),
  /** etcd joins the others. */
  ETCD_JOIN(8),
  /** The kubelet joins; on control planes the static pods come up. */
  KUBERNETES(15),
  /** The boot sequence ends. */
  FINISH(2);

  private final Duration duration;

  Step(int seconds) {
    duration = Duration.ofSeconds(seconds);
  }

  Duration duration() {
    return duration;
  }
}
