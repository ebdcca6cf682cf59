package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.world.Vm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A running VM with Talos in it. Everything here is gone when the VM stops; what stays is on its
 * disks. Read and changed only inside of the world's lock.
 */
public final class Machine {
  private static final int KEPT_EVENTS = 1000;

  private final Vm vm;
  private final Vm.QemuProcess process;
  private final List<String> console = new ArrayList<>();
  private final List<NodeEvent> events = new ArrayList<>();
  private final Set<Step> planned = EnumSet.noneOf(Step.class);
  private Phase phase = Phase.FIRMWARE;
  private TalosImage image;
  private String bootId = "";
  private Instant bootedAt = Instant.EPOCH;
  private int boots;
  private long eventCount;
  private @Nullable MachineConfig config;
  private Stage leaving = Stage.UNKNOWN;
  private boolean api;
  private boolean foreign;
  private boolean etcd;
  private boolean finished;
  private @Nullable String kubernetes;
  private Doors.@Nullable Door door;
  private ApiServers.@Nullable Listening apiServer;

  /** How far it got since its power was switched on. */
  enum Phase {
    FIRMWARE,
    STUCK,
    MAINTENANCE,
    INSTALLING,
    CONFIGURED
  }

  Machine(Vm vm, Vm.QemuProcess process, TalosImage image) {
    this.vm = vm;
    this.process = process;
    this.image = image;
  }

  /** The id of its VM. */
  public int vmid() {
    return vm.id();
  }

  /** Its VM. */
  public Vm vm() {
    return vm;
  }

  /** Whether its VM's process is the one that it booted in. */
  boolean isOf(Vm.@Nullable QemuProcess current) {
    return current != null
        && current.pid() == process.pid()
        && current.started() == process.started();
  }

  /** When its VM was started, epoch milliseconds. */
  long powerOn() {
    return process.started();
  }

  /** What it booted. */
  public TalosImage image() {
    return image;
  }

  Phase phase() {
    return phase;
  }

  /** Changes with every boot. */
  public String bootId() {
    return bootId;
  }

  /** When it booted last. */
  public Instant bootedAt() {
    return bootedAt;
  }

  /** How often it booted since its VM was started. */
  int boots() {
    return boots;
  }

  /** The config in force. */
  public Optional<MachineConfig> config() {
    return Optional.ofNullable(config);
  }

  /** Whether it has a config that makes it a control plane node. */
  public boolean isControlPlane() {
    return config != null && config.isControlPlane();
  }

  /** Whether it has a config that makes it a worker. */
  public boolean isWorker() {
    return config != null && config.isComplete() && !config.isControlPlane();
  }

  /** How far it is. */
  public Stage stage() {
    if (leaving != Stage.UNKNOWN) {
      return leaving;
    }
    return switch (phase) {
      case FIRMWARE -> Stage.UNKNOWN;
      case STUCK -> Stage.BOOTING;
      case MAINTENANCE -> Stage.MAINTENANCE;
      case INSTALLING -> Stage.INSTALLING;
      case CONFIGURED -> finished ? Stage.RUNNING : Stage.BOOTING;
    };
  }

  /** Whether its API answers, in maintenance mode or with certificates. */
  public boolean answers() {
    return phase == Phase.MAINTENANCE || api;
  }

  /** Whether its API wants client certificates. */
  public boolean hasSecureApi() {
    return api;
  }

  /** Whether its etcd runs. */
  public boolean hasEtcd() {
    return etcd;
  }

  /** The id of the formed cluster whose kubelet it runs; null: none. */
  public @Nullable String kubernetes() {
    return kubernetes;
  }

  /** What the screen of its VM showed. */
  public List<String> console() {
    return List.copyOf(console);
  }

  /** What it did, oldest first. */
  public List<NodeEvent> events() {
    return List.copyOf(events);
  }

  Doors.@Nullable Door door() {
    return door;
  }

  void door(Doors.Door opened) {
    door = opened;
  }

  ApiServers.@Nullable Listening apiServer() {
    return apiServer;
  }

  void apiServer(ApiServers.@Nullable Listening listening) {
    if (apiServer != null) {
      apiServer.close();
    }
    apiServer = listening;
  }

  /** Notes that a step is on its way; whether that is new. */
  boolean plan(Step step) {
    return planned.add(step);
  }

  void planned(Step step) {
    planned.remove(step);
  }

  void say(String line) {
    console.add(line);
  }

  void tell(Instant now, String actor, NodeEvent.Kind kind, String name, boolean started) {
    eventCount++;
    events.add(new NodeEvent(eventCount, now, actor, kind, name, started));
    if (events.size() > KEPT_EVENTS) {
      events.remove(0);
    }
  }

  void boot(TalosImage system, String id, Instant now) {
    image = system;
    bootId = id;
    bootedAt = now;
    boots++;
    events.clear();
  }

  void phase(Phase now) {
    phase = now;
  }

  void config(@Nullable MachineConfig now) {
    config = now;
  }

  void leaving(Stage now) {
    leaving = now;
  }

  void api(boolean up) {
    api = up;
  }

  /** Whether its API shows a certificate of another cluster. */
  boolean isForeign() {
    return foreign;
  }

  void foreign(boolean shown) {
    foreign = shown;
  }

  void etcd(boolean up) {
    etcd = up;
  }

  void kubernetes(@Nullable String cluster) {
    kubernetes = cluster;
    if (cluster == null) {
      apiServer(null);
    }
  }

  void finished(boolean done) {
    finished = done;
  }

  /** Its system is gone; firmware is next. */
  void goDown() {
    phase = Phase.FIRMWARE;
    leaving = Stage.UNKNOWN;
    config = null;
    api = false;
    etcd = false;
    finished = false;
    planned.clear();
    kubernetes(null);
    if (door != null) {
      door.shut();
    }
  }

  /** Its power is off. */
  void powerOff() {
    goDown();
    if (door != null) {
      door.close();
      door = null;
    }
  }
}
