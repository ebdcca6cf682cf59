package io.github.talosforge.talos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;

/**
 * What members of etcd say of themselves, beside each other.
 *
 * @param members the members by the names of their machines
 */
public record EtcdComparison(Map<String, EtcdStatus> members) {
  /**
   * How many entries of the log a member may be behind. A leader keeps 5000 entries for members
   * that come late; one that is further behind needs all data anew. Members are asked one after the
   * other, and what is written meanwhile is far less.
   */
  public static final long LARGEST_LAG = 5000;

  /** Keeps an own copy in the order of the members. */
  public EtcdComparison {
    members = new LinkedHashMap<>(members);
  }

  /** Tells how many entries of the log are not in the data of a member yet. */
  public long lag(EtcdStatus status) {
    long newest =
        members.values().stream()
            .mapToLong(each -> Math.max(each.raftIndex(), each.appliedIndex()))
            .max()
            .orElse(0);
    return Math.max(0, newest - status.appliedIndex());
  }

  /**
   * Says of members that are far behind how far.
   *
   * @return a sentence without full stop for each; a learner is meant to be behind
   */
  public Map<String, String> lagging() {
    Map<String, String> lagging = new LinkedHashMap<>();
    members.forEach(
        (name, status) -> {
          if (!status.learner() && lag(status) > LARGEST_LAG) {
            lagging.put(
                name,
                "etcd lags %d entries behind the other members (allowed are %d)"
                    .formatted(lag(status), LARGEST_LAG));
          }
        });
    return lagging;
  }

  /**
   * Says of members that follow different leaders whom they follow.
   *
   * @return a sentence without full stop for each; empty when all that follow one follow the same
   */
  public Map<String, String> quarrelling() {
    Map<String, String> quarrelling = new LinkedHashMap<>();
    long leaders =
        members.values().stream()
            .mapToLong(EtcdStatus::leader)
            .filter(id -> id != 0)
            .distinct()
            .count();
    if (leaders > 1) {
      members.forEach(
          (name, status) ->
              quarrelling.put(
                  name,
                  "etcd follows the leader %016x, and others follow another one"
                      .formatted(status.leader())));
    }
    return quarrelling;
  }

  /**
   * Says what alarms mean.
   *
   * @param alarms the alarms of all members
   * @return a sentence without full stop for each machine, or for the id of a member whose machine
   *     did not answer
   */
  public Map<String, String> alarmed(List<EtcdAlarm> alarms) {
    Map<String, String> alarmed = new LinkedHashMap<>();
    for (EtcdAlarm alarm : alarms) {
      String name = name(alarm.memberId()).orElse("member %016x".formatted(alarm.memberId()));
      alarmed.merge(name, words(alarm.kind()), (one, other) -> one + "; " + other);
    }
    return alarmed;
  }

  private Optional<String> name(long memberId) {
    return members.entrySet().stream()
        .filter(member -> member.getValue().memberId() == memberId)
        .map(Entry::getKey)
        .findFirst();
  }

  private static String words(EtcdAlarm.Kind kind) {
    return switch (kind) {
      case NO_SPACE ->
          "etcd has the alarm NOSPACE: its data reached their quota, and nothing can be written. Free"
              + " space with 'talosctl etcd defrag' on one control plane after the other, then"
              + " 'talosctl etcd alarm disarm'";
      case CORRUPT ->
          "etcd has the alarm CORRUPT: this member has other data than the others. Do not disarm it;"
              + " take the member out and let it join anew (rebuildNode)";
      case OTHER -> "etcd has an alarm that is not known here; 'talosctl etcd alarm list' names it";
    };
  }
}
