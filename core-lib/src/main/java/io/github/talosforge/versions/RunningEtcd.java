package io.github.talosforge.versions;

import java.util.List;
import java.util.Optional;

/**
 * The members of etcd as they are.
 *
 * @param members the members
 */
public record RunningEtcd(List<Member> members) {
  /** Keeps an own copy of the list. */
  public RunningEtcd {
    members = List.copyOf(members);
  }

  /**
   * A member.
   *
   * @param id its id
   * @param name the name of its machine
   * @param leader whether anybody says that it leads
   * @param learner whether it still catches up and has no vote
   * @param data what it says of its data; empty when it does not answer
   * @param alarms the names of its alarms
   */
  public record Member(
      long id,
      String name,
      boolean leader,
      boolean learner,
      Optional<Data> data,
      List<String> alarms) {
    /** Keeps an own copy of the list. */
    public Member {
      alarms = List.copyOf(alarms);
    }

    /** Returns the id as etcd's own tools write it. */
    public String hexId() {
      return "%016x".formatted(id);
    }

    /** Returns what it does: leads, follows, or learns. */
    public String part() {
      if (leader) {
        return "leader";
      }
      return learner ? "learner" : "follower";
    }
  }

  /**
   * The data of a member.
   *
   * @param version the version of etcd
   * @param lag how many entries of the log are not in the data yet
   * @param bytes the size of the data
   * @param usedBytes how much of it is in use
   */
  public record Data(String version, long lag, long bytes, long usedBytes) {}
}
