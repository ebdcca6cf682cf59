package io.github.talosforge.provision;

import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Fault.Side;
import java.time.Duration;
import java.util.Locale;

/** What goes wrong at a crash point, before the call's effect or after it. */
enum Mishap {
  CALLER_DIES,
  RESET,
  INTERNAL_ERROR,
  BAD_GATEWAY,
  LATENCY,
  LOCKED,
  WORKER_KILLED,
  HOST_OFFLINE,
  QUORUM_LOST,
  STORAGE_FULL,
  DENIED,
  NEVER_BOOTS,
  BOOTS_SLOWLY,
  REBOOTS,
  CLOCK_OUT_OF_SYNC,
  CUT_OFF,
  DISK_FULL;

  private static final int FIRST_NODE = 2000;

  Fault at(CrashPoint point, Side side) {
    return switch (this) {
      case CALLER_DIES -> new Fault.CallerDies(side);
      case RESET -> new Fault.Reset(side);
      case INTERNAL_ERROR -> new Fault.Failure(500, "Internal Server Error", side);
      case BAD_GATEWAY -> new Fault.Failure(596, "Connection timed out", side);
      default -> side == Side.BEFORE ? state(point) : new Fault.Next(state(point));
    };
  }

  /** A state of the world, which begins with the call or with the one that follows. */
  private Fault state(CrashPoint point) {
    // What is not about a VM meets the first node's.
    int vm = point.vmid() == 0 ? FIRST_NODE : point.vmid();
    return switch (this) {
      case LATENCY -> new Fault.Latency(Duration.ofMillis(20));
      case LOCKED -> new Fault.Locked("backup", vm);
      case WORKER_KILLED -> new Fault.WorkerKilled();
      case HOST_OFFLINE -> new Fault.HostOffline(point.host().isEmpty() ? "pve2" : point.host());
      case QUORUM_LOST -> new Fault.QuorumLost();
      case STORAGE_FULL -> new Fault.StorageFull("local-zfs");
      case DENIED -> new Fault.Denied("*", "/vms", "VM.Config.Disk");
      default -> new Fault.NodeTrouble(name().toLowerCase(Locale.ROOT).replace('_', '-'), vm);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
