package io.github.talosforge.simulator.talos.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * An etcd cluster. Its keys are the same on all members, so they stand here once; which members run
 * and see each other is known to whoever asks.
 */
public final class EtcdCluster {
  private final String id;
  private final List<Member> members;
  private final TreeMap<String, String> keys;
  private long revision;
  private long term;
  private long leader;

  /**
   * A member.
   *
   * @param id its id
   * @param name the hostname of its node
   * @param address the address of its node
   * @param learner whether it has no vote yet
   */
  public record Member(long id, String name, String address, boolean learner) {
    /** Where the other members reach it. */
    public String peerUrl() {
      return "https://" + (address.contains(":") ? "[" + address + "]" : address) + ":2380";
    }

    /** Where clients reach it. */
    public String clientUrl() {
      return "https://" + (address.contains(":") ? "[" + address + "]" : address) + ":2379";
    }
  }

  /**
   * A cluster as plain data.
   *
   * @param id its id
   * @param members its members
   * @param keys its keys
   * @param revision how often keys changed
   * @param term how often a leader was elected
   * @param leader the last leader
   */
  public record Saved(
      String id,
      List<Member> members,
      SortedMap<String, String> keys,
      long revision,
      long term,
      long leader) {
    /** Copies list and map. */
    public Saved {
      members = List.copyOf(members);
      keys = new TreeMap<>(keys);
    }
  }

  /**
   * A cluster from plain data.
   *
   * @param saved the data
   */
  public EtcdCluster(Saved saved) {
    id = saved.id();
    members = new ArrayList<>(saved.members());
    keys = new TreeMap<>(saved.keys());
    revision = saved.revision();
    term = saved.term();
    leader = saved.leader();
  }

  /**
   * A new cluster.
   *
   * @param id its id
   * @param first its only member
   * @return the cluster
   */
  public static EtcdCluster bootstrap(String id, Member first) {
    return new EtcdCluster(new Saved(id, List.of(first), new TreeMap<>(), 1, 2, first.id()));
  }

  /** This cluster as plain data. */
  public Saved saved() {
    return new Saved(id, members, keys, revision, term, leader);
  }

  /** Its id, different for each bootstrap. */
  public String id() {
    return id;
  }

  /** Its members in the order in which they joined. */
  public List<Member> members() {
    return List.copyOf(members);
  }

  /** The member with an id. */
  public Optional<Member> member(long memberId) {
    return members.stream().filter(member -> member.id() == memberId).findFirst();
  }

  /** Adds a member. */
  public void add(Member member) {
    members.add(member);
    revision++;
  }

  /** Removes a member; whether it was there. */
  public boolean remove(long memberId) {
    revision++;
    return members.removeIf(member -> member.id() == memberId);
  }

  /** Whether enough members run. */
  public boolean hasQuorum(LongPredicate runs) {
    long running = members.stream().filter(member -> runs.test(member.id())).count();
    return !members.isEmpty() && running > members.size() / 2;
  }

  /** The leader; another is elected when the last one does not run. 0 without quorum. */
  public long leader(LongPredicate runs) {
    if (!hasQuorum(runs)) {
      return 0;
    }
    if (member(leader).isEmpty() || !runs.test(leader)) {
      members.stream()
          .filter(member -> runs.test(member.id()))
          .findFirst()
          .ifPresent(member -> elect(member.id()));
    }
    return leader;
  }

  /** Makes a member the leader. */
  public void elect(long memberId) {
    leader = memberId;
    term++;
  }

  /** How often a leader was elected. */
  public long term() {
    return term;
  }

  /** How often keys and members changed. */
  public long revision() {
    return revision;
  }

  /** Reads a key. */
  public Optional<String> get(String key) {
    return Optional.ofNullable(keys.get(key));
  }

  /** Reads all keys with a prefix. */
  public SortedMap<String, String> range(String prefix) {
    return new TreeMap<>(keys.subMap(prefix, prefix + Character.MAX_VALUE));
  }

  /** Writes a key. */
  public long put(String key, String value) {
    keys.put(key, value);
    return ++revision;
  }

  /** Deletes a key; whether it was there. */
  public boolean delete(String key) {
    if (keys.remove(key) == null) {
      return false;
    }
    revision++;
    return true;
  }

  /** As large as the database's file, which is about as large as a real one. */
  public long size() {
    return SnapshotFile.pages(databaseBytes());
  }

  private long databaseBytes() {
    long text = 0;
    for (var entry : keys.entrySet()) {
      text += entry.getKey().length() + entry.getValue().length();
    }
    return (4L << 20) + text;
  }
}
