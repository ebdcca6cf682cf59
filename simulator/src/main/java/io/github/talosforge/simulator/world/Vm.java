package io.github.talosforge.simulator.world;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A VM: its configuration file with its pending section, and the process when it runs. The lock of
 * a running operation is the key {@code lock} of its configuration, as in the file.
 */
public final class Vm {
  private final int id;
  private String host;
  private final Map<String, String> config;
  private final Map<String, String> pending;
  private final Map<String, Boolean> pendingDeletes;
  private final Map<String, VmSnapshot> snapshots;
  private @Nullable QemuProcess process;
  private long revision;
  private Saved written;

  /**
   * A process that runs a VM.
   *
   * @param pid its process id
   * @param started epoch milliseconds
   * @param machine the machine type that it runs with
   * @param status what QEMU says: running, paused…
   */
  public record QemuProcess(int pid, long started, String machine, String status) {}

  /**
   * A VM as plain data.
   *
   * @param id its id
   * @param host the host whose directory holds its file
   * @param config its keys
   * @param pending keys that wait for a stop and start
   * @param pendingDeletes keys whose removal waits; true frees the volume
   * @param snapshots its snapshots by name, in the order in which they were taken
   * @param process the process when it runs
   */
  public record Saved(
      int id,
      String host,
      Map<String, String> config,
      Map<String, String> pending,
      Map<String, Boolean> pendingDeletes,
      Map<String, VmSnapshot> snapshots,
      @Nullable QemuProcess process) {
    /** Copies the maps in their order; a file of an earlier version has no snapshots. */
    public Saved {
      config = new LinkedHashMap<>(config);
      pending = new LinkedHashMap<>(pending);
      pendingDeletes = new LinkedHashMap<>(pendingDeletes);
      snapshots = new LinkedHashMap<>(Objects.requireNonNullElse(snapshots, Map.of()));
    }
  }

  /**
   * A VM with an empty configuration.
   *
   * @param id its id
   * @param host its host
   */
  public Vm(int id, String host) {
    this(new Saved(id, host, Map.of(), Map.of(), Map.of(), Map.of(), null));
  }

  /**
   * A VM from plain data.
   *
   * @param saved the data
   */
  public Vm(Saved saved) {
    id = saved.id();
    host = saved.host();
    config = saved.config();
    pending = saved.pending();
    pendingDeletes = saved.pendingDeletes();
    snapshots = saved.snapshots();
    process = saved.process();
    written = saved();
  }

  /**
   * This VM as plain data.
   *
   * @return the data
   */
  public Saved saved() {
    return new Saved(id, host, config, pending, pendingDeletes, snapshots, process);
  }

  /**
   * Its id.
   *
   * @return the id
   */
  public int id() {
    return id;
  }

  /**
   * The host whose directory holds its file.
   *
   * @return the host's name
   */
  public String host() {
    return host;
  }

  /**
   * Moves its file to another host.
   *
   * @param other the host's name
   */
  public void moveTo(String other) {
    host = other;
    revision++;
  }

  /**
   * The keys in force; call {@link #touch} after a change.
   *
   * @return the live map
   */
  public Map<String, String> config() {
    return config;
  }

  /**
   * The keys that wait for a stop and start.
   *
   * @return the live map
   */
  public Map<String, String> pending() {
    return pending;
  }

  /**
   * The keys whose removal waits; true frees the volume.
   *
   * @return the live map
   */
  public Map<String, Boolean> pendingDeletes() {
    return pendingDeletes;
  }

  /**
   * Its snapshots by name, in the order in which they were taken.
   *
   * @return the live map
   */
  public Map<String, VmSnapshot> snapshots() {
    return snapshots;
  }

  /** Says that its file was written. */
  public void touch() {
    revision++;
    written = saved();
  }

  /** Says that its file could not be written: it holds what was written last. */
  public void discard() {
    restore(config, written.config());
    restore(pending, written.pending());
    restore(pendingDeletes, written.pendingDeletes());
    restore(snapshots, written.snapshots());
    revision++;
  }

  private static <T> void restore(Map<String, T> values, Map<String, T> before) {
    values.clear();
    values.putAll(before);
  }

  /**
   * Counts the writes, to know when something derived is stale.
   *
   * @return the count
   */
  public long revision() {
    return revision;
  }

  /**
   * The lock of a running operation.
   *
   * @return for example {@code clone}, or null
   */
  public @Nullable String lock() {
    return config.get("lock");
  }

  /**
   * Whether it is a template.
   *
   * @return whether it is
   */
  public boolean isTemplate() {
    return "1".equals(config.get("template"));
  }

  /**
   * Its name, as Proxmox shows it: a VM without one is called by its id.
   *
   * @return the name
   */
  public String name() {
    return config.getOrDefault("name", "VM " + id);
  }

  /**
   * Whether it runs.
   *
   * @return whether it does
   */
  public boolean isRunning() {
    return process != null;
  }

  /**
   * The process that runs it.
   *
   * @return the process or null
   */
  public @Nullable QemuProcess process() {
    return process;
  }

  /**
   * Sets the process.
   *
   * @param now the process, or null when it stopped
   */
  public void process(@Nullable QemuProcess now) {
    process = now;
    revision++;
  }
}
