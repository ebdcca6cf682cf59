package io.github.talosforge.simulator.world;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The whole truth of the simulated cluster. Everything in it is read and changed only inside of
 * {@link #locked}.
 */
public final class World {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final SimulatedTime time;
  private final Personality personality;
  private final String clusterName;
  private final double timeScale;
  private final Dice dice;
  private final Map<String, Host> hosts = new TreeMap<>();
  private final Map<String, Storage> storages = new TreeMap<>();
  private final Volumes volumes = new Volumes();
  private final Map<Integer, Vm> vms = new TreeMap<>();
  private final Map<String, Pool> pools = new TreeMap<>();
  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final Activities activities = new Activities();
  private final HighAvailability ha = new HighAvailability();
  private final Map<String, PciMapping> mappings = new TreeMap<>();
  private final Map<String, Zone> zones = new TreeMap<>();
  private final Map<String, Vnet> vnets = new TreeMap<>();
  private final Map<String, String> options = new TreeMap<>();
  private final Troubles troubles = new Troubles();
  private final Broadcasts broadcasts;
  private boolean quorate;
  private volatile @Nullable String fingerprint;
  private int lastPid;
  private Instant now;

  private final AtomicLong version = new AtomicLong();

  private long followed;
  private Runnable followUp = () -> {};

  private World(WorldSnapshot saved, SimulatedTime time) {
    this.time = time;
    now = time.now();
    personality = saved.personality();
    clusterName = saved.clusterName();
    quorate = saved.quorate();
    timeScale = saved.timeScale();
    dice = new Dice(saved.dice());
    lastPid = saved.lastPid();
    fill(hosts, saved.hosts(), Host::name);
    fill(storages, saved.storages().stream().map(Storage::asRead).toList(), Storage::id);
    saved.volumes().forEach(volumes::put);
    saved.vms().forEach(vm -> vms.put(vm.id(), new Vm(vm)));
    fill(pools, saved.pools(), Pool::id);
    saved.tasks().forEach(task -> tasks.put(task.upid(), new Task(task)));
    fill(ha.resources(), saved.haResources(), HaResource::sid);
    fill(ha.groups(), saved.haGroups(), HaGroup::group);
    fill(ha.rules(), saved.haRules(), HaRule::rule);
    fill(mappings, saved.mappings(), PciMapping::id);
    fill(zones, saved.zones(), Zone::zone);
    fill(vnets, saved.vnets(), Vnet::vnet);
    options.putAll(saved.options());
    broadcasts = new Broadcasts(saved.broadcasts());
  }

  private static <T> void fill(Map<String, T> map, List<T> values, Function<T, String> key) {
    values.forEach(value -> map.put(key.apply(value), value));
  }

  /** Starts a new world. */
  public static WorldBuilder builder() {
    return new WorldBuilder();
  }

  /**
   * A world as it was.
   *
   * @param saved what it held
   * @param time where time comes from
   * @return the world
   */
  public static World restore(WorldSnapshot saved, SimulatedTime time) {
    return new World(saved, time);
  }

  /** Everything in it as plain data. */
  public WorldSnapshot snapshot() {
    return locked(
        () ->
            new WorldSnapshot(
                personality,
                clusterName,
                quorate,
                timeScale,
                dice.state(),
                lastPid,
                List.copyOf(hosts.values()),
                List.copyOf(storages.values()),
                List.copyOf(volumes.all()),
                vms.values().stream().map(Vm::saved).toList(),
                List.copyOf(pools.values()),
                tasks.values().stream().map(Task::saved).toList(),
                List.copyOf(ha.resources().values()),
                List.copyOf(ha.groups().values()),
                List.copyOf(ha.rules().values()),
                List.copyOf(mappings.values()),
                List.copyOf(zones.values()),
                List.copyOf(vnets.values()),
                options,
                broadcasts.saved()));
  }

  /**
   * Runs something that reads or changes the world.
   *
   * @param action what to run
   * @param <T> its result
   * @return its result
   */
  public <T extends @Nullable Object> T locked(Supplier<T> action) {
    lock.lock();
    try {
      T result = action.get();
      follow();
      return result;
    } finally {
      changed.signalAll();
      lock.unlock();
    }
  }

  /** Lets the consequences of a change happen before anyone else sees the world. */
  private void follow() {
    if (lock.getHoldCount() == 1) {
      while (followed != version.get()) {
        followed = version.get();
        followUp.run();
      }
    }
  }

  /**
   * What is done after each change, inside of the lock, until nothing changes any more.
   *
   * @param consequence what to do
   */
  public void afterChanges(Runnable consequence) {
    followUp = consequence;
  }

  /**
   * Waits until something changed, inside of the lock; simulated time stays as it is.
   *
   * @param atMost how long to wait, in real time
   * @throws InterruptedException when the waiting thread is interrupted
   */
  public void awaitChange(Duration atMost) throws InterruptedException {
    long seen = version.get();
    long left = atMost.toNanos();
    while (version.get() == seen && left > 0) {
      left = changed.awaitNanos(left);
    }
  }

  /**
   * Lets time pass until an instant or until another call changed something; inside of the lock.
   *
   * @param until the instant
   */
  public void await(Instant until) {
    try {
      time.await(changed, until);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a simulated call waited", e);
    }
  }

  /**
   * A duration of the real thing in this world's time.
   *
   * @param real how long it takes on hardware
   * @return how long it takes here
   */
  public Duration scaled(Duration real) {
    return Duration.ofNanos((long) (real.toNanos() * timeScale));
  }

  /** The time up to which events have happened; an event sees its own time here. */
  public Instant now() {
    return now;
  }

  /**
   * Moves the time of events forward, never back.
   *
   * @param instant the new time
   */
  public void now(Instant instant) {
    if (instant.isAfter(now)) {
      now = instant;
    }
  }

  /** The clock. */
  public SimulatedTime time() {
    return time;
  }

  /** Counts changes, so that an unchanged world need not be saved again. */
  public long version() {
    return version.get();
  }

  /** Says that something changed. */
  public void touch() {
    version.incrementAndGet();
  }

  /** A new process id. */
  public int nextPid() {
    lastPid = lastPid >= 4_000_000 ? 1000 : lastPid + 1;
    return lastPid;
  }

  /**
   * The pool that a VM is in.
   *
   * @param vmid the VM
   * @return the pool's id or null
   */
  public @Nullable String poolOf(int vmid) {
    for (Pool pool : pools.values()) {
      if (pool.vms().contains(vmid)) {
        return pool.id();
      }
    }
    return null;
  }

  /**
   * The pools that a storage is in.
   *
   * @param storage the storage
   * @return the pools' ids
   */
  public List<String> poolsOf(String storage) {
    return pools.values().stream()
        .filter(pool -> pool.storages().contains(storage))
        .map(Pool::id)
        .toList();
  }

  /** The release that it speaks like. */
  public Personality personality() {
    return personality;
  }

  /** The cluster's name. */
  public String clusterName() {
    return clusterName;
  }

  /** What durations are multiplied with. */
  public double timeScale() {
    return timeScale;
  }

  /** The random sequence. */
  public Dice dice() {
    return dice;
  }

  /** The fingerprint of the certificate that all hosts answer with; null before they do. */
  public @Nullable String fingerprint() {
    return fingerprint;
  }

  /**
   * Tells the fingerprint of the certificate that all hosts answer with.
   *
   * @param shown as Proxmox shows it
   */
  public void showFingerprint(String shown) {
    fingerprint = shown;
  }

  /** Whether the cluster has quorum. */
  public boolean quorate() {
    return quorate;
  }

  /**
   * Sets whether the cluster has quorum.
   *
   * @param has whether it has
   */
  public void quorate(boolean has) {
    quorate = has;
    touch();
  }

  /** The hosts by name. */
  public Map<String, Host> hosts() {
    return hosts;
  }

  /** The storages by id. */
  public Map<String, Storage> storages() {
    return storages;
  }

  /** The volumes. */
  public Volumes volumes() {
    return volumes;
  }

  /** The VMs by id. */
  public Map<Integer, Vm> vms() {
    return vms;
  }

  /** The pools by id. */
  public Map<String, Pool> pools() {
    return pools;
  }

  /** The tasks by UPID, oldest first. */
  public Map<String, Task> tasks() {
    return tasks;
  }

  /** What is being done right now. */
  public Activities activities() {
    return activities;
  }

  /** What is under high availability. */
  public HighAvailability ha() {
    return ha;
  }

  /** What hosts told each other last. */
  public Broadcasts broadcasts() {
    return broadcasts;
  }

  /** What is wrong inside of VMs and between them. */
  public Troubles troubles() {
    return troubles;
  }

  /** The PCI mappings by id. */
  public Map<String, PciMapping> mappings() {
    return mappings;
  }

  /** The SDN zones by name. */
  public Map<String, Zone> zones() {
    return zones;
  }

  /** The SDN vnets by name. */
  public Map<String, Vnet> vnets() {
    return vnets;
  }

  /**
   * The options of the datacenter that were set, by name.
   *
   * @return the live map
   */
  public Map<String, String> options() {
    return options;
  }
}
