package io.github.talosforge.simulator.world;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What hosts last told each other about themselves and about their VMs. Kept by id for five
 * minutes, whatever becomes of the VM or the host meanwhile. Read and changed inside of the world's
 * lock.
 */
public final class Broadcasts {
  /** Five minutes of rounds of ten seconds. */
  private static final int KEPT = 30;

  private final Map<Integer, OfVm> vms = new TreeMap<>();
  private final Map<String, OfHost> hosts = new TreeMap<>();
  private final Map<String, Long> rounds = new TreeMap<>();
  private long changes;

  /**
   * What was told about a VM.
   *
   * @param name its name
   * @param status running, stopped, paused…
   * @param template whether it is a template
   * @param uptime seconds
   * @param maxCpu CPUs
   * @param maxMemory bytes
   * @param maxDisk bytes of the boot disk
   */
  public record VmFigures(
      String name,
      String status,
      boolean template,
      long uptime,
      int maxCpu,
      long maxMemory,
      long maxDisk) {}

  /**
   * What was told about a host.
   *
   * @param memory the bytes in use
   * @param storages the bytes in use of each storage that it has
   */
  public record HostFigures(long memory, Map<String, Long> storages) {
    /** Copies the map. */
    public HostFigures {
      storages = new TreeMap<>(storages);
    }
  }

  /**
   * A VM's entry.
   *
   * @param vmid its id
   * @param host who told
   * @param round in which of its rounds
   * @param figures what
   */
  public record OfVm(int vmid, String host, long round, VmFigures figures) {}

  /**
   * A host's entry.
   *
   * @param host the host
   * @param round in which of its rounds
   * @param figures what it told
   */
  public record OfHost(String host, long round, HostFigures figures) {}

  /**
   * Everything as plain data.
   *
   * @param vms the VMs' entries
   * @param hosts the hosts' entries
   * @param rounds how many rounds each host had
   */
  public record Saved(List<OfVm> vms, List<OfHost> hosts, Map<String, Long> rounds) {
    /** Nothing was told yet. */
    public static final Saved NOTHING = new Saved(List.of(), List.of(), Map.of());

    /** Copies lists and map. */
    public Saved {
      vms = List.copyOf(vms);
      hosts = List.copyOf(hosts);
      rounds = new TreeMap<>(rounds);
    }
  }

  Broadcasts(@Nullable Saved saved) {
    Saved known = Objects.requireNonNullElse(saved, Saved.NOTHING);
    known.vms().forEach(one -> vms.put(one.vmid(), one));
    known.hosts().forEach(one -> hosts.put(one.host(), one));
    rounds.putAll(known.rounds());
  }

  Saved saved() {
    return new Saved(List.copyOf(vms.values()), List.copyOf(hosts.values()), rounds);
  }

  /**
   * What was last told about whatever had an id.
   *
   * @param vmid the id
   * @return the figures, or null when nobody told any
   */
  public @Nullable VmFigures vm(int vmid) {
    OfVm last = vms.get(vmid);
    return last == null ? null : last.figures();
  }

  /**
   * What a host last told about itself.
   *
   * @param name the host
   * @return the figures, or null when it told none
   */
  public @Nullable HostFigures host(String name) {
    OfHost last = hosts.get(name);
    return last == null ? null : last.figures();
  }

  /** Counts what was told differently, to know when something derived is stale. */
  public long changes() {
    return changes;
  }

  /**
   * A host tells.
   *
   * @param host the host
   * @param own its figures
   * @param ofVms those of its VMs, by id
   */
  public void tell(String host, HostFigures own, Map<Integer, VmFigures> ofVms) {
    long round = rounds.getOrDefault(host, 0L);
    if (!own.equals(host(host))) {
      changes++;
    }
    hosts.put(host, new OfHost(host, round, own));
    ofVms.forEach((vmid, told) -> put(new OfVm(vmid, host, round, told)));
  }

  private void put(OfVm now) {
    OfVm before = vms.put(now.vmid(), now);
    if (before == null || !before.figures().equals(now.figures())) {
      changes++;
    }
  }

  /**
   * Time goes by, and what a host told so long ago that it is not kept any more is forgotten.
   *
   * @param host the host
   * @param count how many of its rounds go by
   */
  public void pass(String host, long count) {
    long round = rounds.merge(host, count, Long::sum);
    int before = vms.size() + hosts.size();
    vms.values().removeIf(one -> one.host().equals(host) && round - one.round() > KEPT);
    hosts.values().removeIf(one -> one.host().equals(host) && round - one.round() > KEPT);
    changes += before - vms.size() - hosts.size();
  }

  /**
   * So much time goes by that all that a host told is forgotten.
   *
   * @param host the host
   */
  public void silence(String host) {
    pass(host, KEPT + 1);
  }

  /**
   * Sets what shows for an id until the next round.
   *
   * @param vmid the id
   * @param told the figures; null: nobody told any
   */
  public void show(int vmid, @Nullable VmFigures told) {
    changes++;
    OfVm last = vms.remove(vmid);
    if (told != null) {
      String host = last == null ? "" : last.host();
      vms.put(vmid, new OfVm(vmid, host, rounds.getOrDefault(host, 0L), told));
    }
  }
}
