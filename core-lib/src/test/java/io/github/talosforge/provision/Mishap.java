package io.github.talosforge.provision;

import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Fault.Side;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BiFunction;

/** What goes wrong at a crash point, before the call's effect or after it. */
enum Mishap {
  CALLER_DIES((point, side) -> new Fault.CallerDies(side)),
  RESET((point, side) -> new Fault.Reset(side)),
  INTERNAL_ERROR((point, side) -> new Fault.Failure(500, "Internal Server Error", side)),
  BAD_GATEWAY((point, side) -> new Fault.Failure(596, "Connection timed out", side)),
  LATENCY((point, side) -> lasting(side, new Fault.Latency(Duration.ofMillis(20)))),
  LOCKED((point, side) -> lasting(side, new Fault.Locked("backup", vm(point)))),
  WORKER_KILLED((point, side) -> lasting(side, new Fault.WorkerKilled())),
  HOST_OFFLINE((point, side) -> lasting(side, new Fault.HostOffline(host(point)))),
  QUORUM_LOST((point, side) -> lasting(side, new Fault.QuorumLost())),
  STORAGE_FULL((point, side) -> lasting(side, new Fault.StorageFull("local-zfs"))),
  DENIED((point, side) -> lasting(side, new Fault.Denied("*", "/vms", "VM.Config.Disk"))),
  NEVER_BOOTS((point, side) -> trouble(point, side, "never-boots")),
  BOOTS_SLOWLY((point, side) -> trouble(point, side, "boots-slowly")),
  REBOOTS((point, side) -> trouble(point, side, "reboots")),
  CLOCK_OUT_OF_SYNC((point, side) -> trouble(point, side, "clock-out-of-sync")),
  CUT_OFF((point, side) -> trouble(point, side, "cut-off")),
  DISK_FULL((point, side) -> trouble(point, side, "disk-full"));

  private static final int FIRST_NODE = 2000;
  private final BiFunction<CrashPoint, Side, Fault> fault;

  Mishap(BiFunction<CrashPoint, Side, Fault> fault) {
    this.fault = fault;
  }

  Fault at(CrashPoint point, Side side) {
    return fault.apply(point, side);
  }

  /** A state of the world begins with the call, or with the one that follows. */
  private static Fault lasting(Side side, Fault fault) {
    return side == Side.BEFORE ? fault : new Fault.Next(fault);
  }

  private static Fault trouble(CrashPoint point, Side side, String name) {
    return lasting(side, new Fault.NodeTrouble(name, vm(point)));
  }

  /** What is not about a VM meets the first node's. */
  private static int vm(CrashPoint point) {
    return point.vmid() == 0 ? FIRST_NODE : point.vmid();
  }

  private static String host(CrashPoint point) {
    return point.host().isEmpty() ? "pve2" : point.host();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
