package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Copies disks, in full or as linked clones. */
final class DiskCopies {
  private static final long CLOUD_INIT_SIZE = 4L << 20;

  private final Cluster cluster;

  DiskCopies(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * One copy.
   *
   * @param drive what is copied
   * @param vmid whose the copy is
   * @param full whether all data is copied
   * @param storage where to; null for the storage of the source
   * @param format the format; null for the source's
   */
  record Copy(
      Drive drive, int vmid, boolean full, @Nullable String storage, @Nullable String format) {}

  /** How the disk of a running VM is copied. */
  interface Mirror {
    void copy(Worker worker, long bytes, Duration real);
  }

  /** Adds the steps of a copy; made volumes are noted before they are filled. */
  void plan(Worker worker, Copy copy, List<Volume> made, Consumer<Drive> then) {
    plan(worker, copy, null, made, then);
  }

  /** Does so for a drive that is in use. */
  void plan(
      Worker worker, Copy copy, @Nullable Mirror mirror, List<Volume> made, Consumer<Drive> then) {
    Drive drive = copy.drive();
    worker.log(
        "create "
            + (copy.full() ? "full" : "linked")
            + " clone of drive "
            + drive.key()
            + " ("
            + drive.file()
            + ")");
    Volume source = cluster.storages().require(drive.file(), worker.host());
    if (copy.full()) {
      full(worker, copy, mirror, source, made, then);
    } else {
      link(worker, copy, source, made, then);
    }
  }

  private void link(
      Worker worker, Copy copy, Volume source, List<Volume> made, Consumer<Drive> then) {
    Storage storage = cluster.storages().config(source.storage());
    LockName lock = LockName.storage(storage, worker.host());
    worker.lock(lock, LockName.USUAL);
    worker.run(
        () -> {
          made.add(cluster.volumes().link(source, worker.host(), copy.vmid()));
          worker.pause(Durations.LINK);
        });
    worker.unlock(lock);
    worker.run(() -> then.accept(attached(copy.drive(), made.get(made.size() - 1))));
  }

  private void full(
      Worker worker,
      Copy copy,
      @Nullable Mirror mirror,
      Volume source,
      List<Volume> made,
      Consumer<Drive> then) {
    String id = copy.storage() == null ? source.storage() : copy.storage();
    Storage storage = cluster.storages().enabled(id, worker.host());
    LockName lock = LockName.storage(storage, worker.host());
    String format = format(copy, source, storage);
    String place = DiskCreation.place(storage, worker.host());
    List<Volume> target = new ArrayList<>();
    worker.lock(lock, LockName.USUAL);
    worker.run(
        () -> {
          target.add(allocate(worker, copy, source, storage, format));
          made.addAll(target);
          worker.pause(Durations.allocate(cluster.workers().copyingTo(place)));
        });
    worker.unlock(lock);
    long written = mirror == null ? source.used() : source.size();
    worker.run(
        () -> {
          worker.log("allocated target volume '" + target.get(0).volid() + "'");
          int others = cluster.workers().copyingTo(place);
          worker.copiesTo(place);
          Duration time = Durations.copy(written, others);
          if (mirror == null) {
            worker.copy(source.size(), time);
          } else {
            mirror.copy(worker, source.size(), time);
          }
        });
    worker.run(
        () -> {
          worker.copiesTo(null);
          Volume filled = cluster.volumes().fill(target.get(0), worker.host(), written, source);
          then.accept(attached(copy.drive(), filled));
        });
  }

  private Volume allocate(Worker worker, Copy copy, Volume source, Storage storage, String format) {
    boolean cloudInit = copy.drive().isCloudInit();
    String suffix = storage.type().files() ? "." + format : "";
    return cluster
        .volumes()
        .allocate(
            worker.host(),
            storage,
            copy.vmid(),
            format,
            cloudInit ? "vm-" + copy.vmid() + "-cloudinit" + suffix : null,
            cloudInit ? CLOUD_INIT_SIZE : source.size());
  }

  /** A storage that cannot hold the format takes its own. */
  private static String format(Copy copy, Volume source, Storage storage) {
    if (!storage.type().files()) {
      return "raw";
    }
    String wanted = copy.format() == null ? source.format() : copy.format();
    return List.of("raw", "qcow2", "vmdk").contains(wanted) ? wanted : "raw";
  }

  private static Drive attached(Drive drive, Volume volume) {
    Drive copy = drive.with("file", volume.volid()).with("format", null);
    return Drive.isUnusedKey(drive.key()) ? copy : copy.withSize(volume.size());
  }

  /** Whether a volume can be the base of a linked clone. */
  static void checkLinkable(Volume volume, String key) {
    if (!volume.isBase()) {
      throw ApiFailure.died(
          "Linked clone feature is not supported for '" + volume.volid() + "' (" + key + ")");
    }
  }
}
