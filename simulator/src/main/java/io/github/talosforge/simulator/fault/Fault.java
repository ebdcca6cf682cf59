package io.github.talosforge.simulator.fault;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What goes wrong. */
public sealed interface Fault {
  /** On which side of a call's effect its answer is lost. */
  enum Side {
    /** The call never takes effect. */
    BEFORE,
    /** The call takes effect and the caller does not learn of it. */
    AFTER
  }

  /**
   * The answer comes late.
   *
   * @param time how late; the time scale does not apply
   */
  record Latency(Duration time) implements Fault {}

  /**
   * Another answer than the real one.
   *
   * @param status the status, for example 500 or 596
   * @param reason the reason phrase and message
   * @param side before or after the effect
   */
  record Failure(int status, String reason, Side side) implements Fault {}

  /**
   * The connection is reset.
   *
   * @param side before or after the effect
   */
  record Reset(Side side) implements Fault {}

  /**
   * The caller dies: of this call it never hears, and no write of it ever arrives again.
   *
   * @param side whether this call still takes effect
   */
  record CallerDies(Side side) implements Fault {}

  /**
   * Something goes wrong with the call after this one.
   *
   * @param fault what goes wrong
   */
  record Next(Fault fault) implements Fault {}

  /**
   * Someone else holds the lock of a VM.
   *
   * @param lock for example {@code backup}
   * @param vmid the VM; null: the one that is called
   */
  record Locked(String lock, @Nullable Integer vmid) implements Fault {}

  /** The worker of the task that the call starts is killed; its leftovers stay. */
  record WorkerKilled() implements Fault {}

  /**
   * A host is down.
   *
   * @param host the host
   */
  record HostOffline(String host) implements Fault {}

  /** The cluster has no quorum. */
  record QuorumLost() implements Fault {}

  /**
   * A storage has no room left.
   *
   * @param storage the storage
   */
  record StorageFull(String storage) implements Fault {}

  /**
   * A privilege is taken away, on a path and below it.
   *
   * @param subject a user or token; {@code *}: everyone but root@pam
   * @param path the path
   * @param privilege the privilege
   */
  record Denied(String subject, String path, String privilege) implements Fault {}

  /**
   * Something is wrong with a node.
   *
   * @param trouble one of {@link #NODE_TROUBLES}
   * @param vmid the node's VM; null: the one that is called
   */
  record NodeTrouble(String trouble, @Nullable Integer vmid) implements Fault {
    /** Refuses what nodes do not suffer from. */
    public NodeTrouble {
      if (!NODE_TROUBLES.contains(trouble)) {
        throw new IllegalArgumentException(
            "a node's trouble is one of "
                + String.join(", ", NODE_TROUBLES)
                + ", not '"
                + trouble
                + "'");
      }
    }
  }

  /** What can be wrong with a node. */
  List<String> NODE_TROUBLES =
      List.of(
          "never-boots",
          "never-ready",
          "boots-slowly",
          "reboots",
          "clock-out-of-sync",
          "wrong-ca",
          "cut-off",
          "etcd-member-lost",
          "etcd-lags",
          "etcd-claims-lead",
          "etcd-waits",
          "etcd-pulls",
          "etcd-corrupt",
          "snapshot-breaks",
          "disk-full");
}
