package io.github.talosforge.simulator.world;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task with its log. */
public final class Task {
  private final String upid;
  private final String node;
  private final int pid;
  private final long pstart;
  private final long startTime;
  private final String type;
  private final String id;
  private final String user;
  private final List<String> log;
  private @Nullable String exitStatus;
  private long endTime;

  /**
   * A task as plain data.
   *
   * @param upid its id
   * @param node the host that runs it
   * @param pid its process
   * @param pstart when its process started, in clock ticks
   * @param startTime epoch seconds
   * @param type for example {@code qmclone}
   * @param id what it works on
   * @param user whose it is: a user or a token
   * @param log its lines
   * @param exitStatus how it ended; null while it runs
   * @param endTime epoch seconds, 0 while it runs
   */
  public record Saved(
      String upid,
      String node,
      int pid,
      long pstart,
      long startTime,
      String type,
      String id,
      String user,
      List<String> log,
      @Nullable String exitStatus,
      long endTime) {
    /** Copies the list. */
    public Saved {
      log = new ArrayList<>(log);
    }
  }

  /**
   * A task from plain data.
   *
   * @param saved the data
   */
  public Task(Saved saved) {
    upid = saved.upid();
    node = saved.node();
    pid = saved.pid();
    pstart = saved.pstart();
    startTime = saved.startTime();
    type = saved.type();
    id = saved.id();
    user = saved.user();
    log = saved.log();
    exitStatus = saved.exitStatus();
    endTime = saved.endTime();
  }

  /**
   * This task as plain data.
   *
   * @return the data
   */
  public Saved saved() {
    return new Saved(upid, node, pid, pstart, startTime, type, id, user, log, exitStatus, endTime);
  }

  /**
   * Its id.
   *
   * @return the UPID
   */
  public String upid() {
    return upid;
  }

  /**
   * The host that runs it.
   *
   * @return the host's name
   */
  public String node() {
    return node;
  }

  /**
   * Its process.
   *
   * @return the process id
   */
  public int pid() {
    return pid;
  }

  /**
   * When its process started.
   *
   * @return clock ticks since the host started
   */
  public long pstart() {
    return pstart;
  }

  /**
   * When it started.
   *
   * @return epoch seconds
   */
  public long startTime() {
    return startTime;
  }

  /**
   * Its type.
   *
   * @return for example {@code qmclone}
   */
  public String type() {
    return type;
  }

  /**
   * What it works on.
   *
   * @return mostly a VM's id
   */
  public String id() {
    return id;
  }

  /**
   * Whose it is.
   *
   * @return {@code user@realm} or {@code user@realm!token}
   */
  public String user() {
    return user;
  }

  /**
   * Its lines.
   *
   * @return the live list
   */
  public List<String> log() {
    return log;
  }

  /**
   * How it ended.
   *
   * @return {@code OK}, {@code WARNINGS: n}, an error; null while it runs
   */
  public @Nullable String exitStatus() {
    return exitStatus;
  }

  /**
   * When it ended.
   *
   * @return epoch seconds, 0 while it runs
   */
  public long endTime() {
    return endTime;
  }

  /**
   * Whether it runs.
   *
   * @return whether it has not ended
   */
  public boolean isRunning() {
    return exitStatus == null;
  }

  /**
   * Ends it.
   *
   * @param status how
   * @param time epoch seconds
   */
  public void end(String status, long time) {
    exitStatus = status;
    endTime = time;
  }
}
