package io.github.talosforge.provision;

import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Fault.Side;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
  WRONG_CA,
  CUT_OFF,
  ETCD_MEMBER_LOST,
  ETCD_WAITS,
  ETCD_PULLS,
  DISK_FULL;

  /** What a rule of the matrix is called in the journal. */
  static final String NAME = "mishap";

  private static final int FIRST_NODE = 2000;
  private static final Place NOWHERE = new Place("pve2", "local-zfs");

  /**
   * Where a VM is.
   *
   * @param host its host
   * @param storage the storage of its system disk
   */
  record Place(String host, String storage) {}

  Fault at(CrashPoint point, Side side, Map<Integer, Place> places) {
    return switch (this) {
      case CALLER_DIES -> new Fault.CallerDies(side);
      case RESET -> new Fault.Reset(side);
      case INTERNAL_ERROR -> new Fault.Failure(500, "Internal Server Error", side);
      case BAD_GATEWAY -> new Fault.Failure(596, "Connection timed out", side);
      default -> side == Side.BEFORE ? state(point, places) : new Fault.Next(state(point, places));
    };
  }

  /** A state of the world, which begins with the call or with the one that follows. */
  private Fault state(CrashPoint point, Map<Integer, Place> places) {
    // What is not about a VM meets the first node's.
    int vm = point.vmid() == 0 ? FIRST_NODE : point.vmid();
    Place place = places.getOrDefault(point.vmid(), NOWHERE);
    return switch (this) {
      case LATENCY -> new Fault.Latency(Duration.ofMillis(20));
      case LOCKED -> new Fault.Locked("backup", vm);
      case WORKER_KILLED -> new Fault.WorkerKilled();
      case HOST_OFFLINE ->
          new Fault.HostOffline(point.host().isEmpty() ? place.host() : point.host());
      case QUORUM_LOST -> new Fault.QuorumLost();
      case STORAGE_FULL -> new Fault.StorageFull(point.isAboutAFile() ? "local" : place.storage());
      case DENIED -> new Fault.Denied("*", point.right().path(), point.right().privilege());
      default -> new Fault.NodeTrouble(trouble(), vm < EndState.FIRST_DATA_VM ? vm : vm / 10);
    };
  }

  /** What the simulator calls it where it is the trouble of a node. */
  private String trouble() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Tells whether there was anything to meet: a worker that was killed, a VM to lock, a call that
   * followed.
   */
  boolean hasMet(List<RecordedCall> calls, Collection<VmState> vms) {
    return switch (this) {
      case LOCKED -> vms.stream().anyMatch(vm -> "backup".equals(vm.lock()));
      case WORKER_KILLED -> calls.stream().anyMatch(call -> isHit(call) && call.task() != null);
      default -> calls.stream().anyMatch(Mishap::isHit);
    };
  }

  private static boolean isHit(RecordedCall call) {
    return call.faults().contains(NAME);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
