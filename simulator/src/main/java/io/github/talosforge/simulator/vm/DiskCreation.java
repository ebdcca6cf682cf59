package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.storage.VolumeName;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Volume;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes the disks that a create or configuration call asks for, and looks at those it names. */
final class DiskCreation {
  private static final long GIB = 1L << 30;
  private static final long CLOUD_INIT_SIZE = 4L << 20;
  private static final long TPM_SIZE = 4L << 20;
  private static final long EFI_SIZE_4M = 528L << 10;
  private static final long EFI_SIZE_2M = 128L << 10;

  private final Cluster cluster;

  DiskCreation(Cluster cluster) {
    this.cluster = cluster;
  }

  /** What one call asks for, and what has been made for it so far. */
  static final class Request {
    private final Access access;
    private final String host;
    private final int vmid;
    private final Map<String, String> config;
    private final @Nullable String defaultStorage;
    private final List<Volume> created = new ArrayList<>();
    private final Map<String, String> results = new LinkedHashMap<>();

    /** The configuration only tells whether there is a cloud-init drive, or a template. */
    Request(
        Access access,
        String host,
        int vmid,
        Map<String, String> config,
        @Nullable String defaultStorage) {
      this.access = access;
      this.host = host;
      this.vmid = vmid;
      this.config = Map.copyOf(config);
      this.defaultStorage = defaultStorage;
    }

    /** The drives as they are to be written. */
    Map<String, String> results() {
      return results;
    }

    /** The volumes that a failure has to free. */
    List<Volume> created() {
      return created;
    }
  }

  /** Adds the steps for all drives among some values. */
  void plan(Worker worker, Request request, Map<String, String> values) {
    new TreeMap<>(values)
        .forEach(
            (key, value) -> {
              if (Drive.isKey(key)) {
                worker.run(() -> drive(worker, request, Drive.parse(key, value)));
              }
            });
  }

  /** Frees what was made for a call that failed. */
  void undo(Request request) {
    request.created.forEach(volume -> cluster.world().volumes().remove(volume));
  }

  private void drive(Worker worker, Request request, Drive drive) {
    if (drive.file().equals("none") || drive.file().equals("cdrom")) {
      request.results.put(drive.key(), drive.with("size", null).print());
    } else if (DriveChecks.isNewCloudInit(drive)) {
      cloudInit(worker, request, drive);
    } else if (drive.newDisk() != null) {
      newDisk(worker, request, drive, drive.newDisk());
    } else {
      existing(request, drive);
    }
  }

  private void cloudInit(Worker worker, Request request, Drive drive) {
    checkOnlyCloudInit(request, drive);
    String id = drive.file().contains(":") ? VolumeName.Id.require(drive.file()).storage() : "";
    Storage storage =
        storage(
            request,
            DriveChecks.storageOf(new Drive.NewDisk(orNull(id), 0), request.defaultStorage));
    String given = drive.option("format");
    String format = given != null ? given : storage.type().files() ? "qcow2" : "raw";
    String suffix = storage.type().files() ? "." + format : "";
    allocate(
        worker,
        request,
        storage,
        format,
        "vm-" + request.vmid + "-cloudinit" + suffix,
        CLOUD_INIT_SIZE,
        volume -> {
          Drive made = drive.with("file", volume.volid()).with("media", "cdrom");
          finish(worker, request, made.with("format", null));
        });
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static void checkOnlyCloudInit(Request request, Drive drive) {
    Map<String, String> all = new LinkedHashMap<>(request.config);
    all.putAll(request.results);
    all.forEach(
        (key, value) -> {
          if (Drive.isKey(key)
              && !key.equals(drive.key())
              && Drive.parse(key, value).isCloudInit()) {
            throw ApiFailure.died(
                drive.key() + " - cloud-init drive is already attached at '" + key + "'");
          }
        });
  }

  private void newDisk(Worker worker, Request request, Drive drive, Drive.NewDisk disk) {
    Storage storage = storage(request, DriveChecks.storageOf(disk, request.defaultStorage));
    String source = drive.option("import-from");
    String format = drive.option("format");
    Drive plain = drive.with("import-from", null).with("format", null);
    if (source != null) {
      importDisk(worker, request, plain, storage, format, source);
      return;
    }
    long bytes =
        switch (drive.key()) {
          case "efidisk0" -> "4m".equals(drive.option("efitype")) ? EFI_SIZE_4M : EFI_SIZE_2M;
          case "tpmstate0" -> TPM_SIZE;
          default -> (long) (disk.gibibytes() * GIB);
        };
    allocate(
        worker,
        request,
        storage,
        format,
        null,
        bytes,
        volume -> finish(worker, request, attached(request, enrolled(plain), volume)));
  }

  /** Release 9 puts the newest certificates of Microsoft into a new EFI disk with keys. */
  private Drive enrolled(Drive drive) {
    boolean keys =
        drive.key().equals("efidisk0")
            && "1".equals(drive.option("pre-enrolled-keys"))
            && "4m".equals(drive.option("efitype"));
    return keys && cluster.world().personality().isNine() ? drive.with("ms-cert", "2023k") : drive;
  }

  private void importDisk(
      Worker worker,
      Request request,
      Drive drive,
      Storage storage,
      @Nullable String format,
      String source) {
    Volume image = cluster.storages().find(source, request.host);
    if (image == null) {
      throw ApiFailure.died("failed to stat '" + cluster.storages().path(source) + "'");
    }
    allocate(
        worker,
        request,
        storage,
        format,
        null,
        image.size(),
        volume -> {
          worker.log("importing disk '" + source + "'");
          String target = place(storage, request.host);
          int others = cluster.workers().copyingTo(target);
          worker.copiesTo(target);
          worker.copy(image.size(), Durations.copy(image.used(), others));
          worker.run(
              () -> {
                worker.copiesTo(null);
                Volume filled = fillFrom(request, volume, image, source);
                finish(worker, request, attached(request, drive, filled));
              });
        });
  }

  private Volume fillFrom(Request request, Volume volume, Volume image, String source) {
    try {
      return cluster.volumes().fill(volume, request.host, image.used(), image);
    } catch (ApiFailure e) {
      throw ApiFailure.died("cannot import from '" + source + "' - " + e.reason());
    }
  }

  static String place(Storage storage, String host) {
    return (storage.shared() ? "" : host + ":") + storage.id();
  }

  /** A new disk of a template becomes a base image at once. */
  private Drive attached(Request request, Drive drive, Volume volume) {
    Volume shown = volume;
    if ("1".equals(request.config.get("template"))) {
      request.created.remove(volume);
      shown = cluster.volumes().toBase(volume);
      request.created.add(shown);
    }
    return drive.with("file", shown.volid()).withSize(shown.size());
  }

  private void allocate(
      Worker worker,
      Request request,
      Storage storage,
      @Nullable String format,
      @Nullable String name,
      long bytes,
      Consumer<Volume> then) {
    LockName lock = LockName.storage(storage, request.host);
    List<Volume> made = new ArrayList<>();
    worker.lock(lock, LockName.USUAL);
    worker.run(
        () -> {
          made.add(
              cluster.volumes().allocate(request.host, storage, request.vmid, format, name, bytes));
          request.created.addAll(made);
          worker.pause(
              Durations.allocate(cluster.workers().copyingTo(place(storage, request.host))));
        });
    worker.unlock(lock);
    worker.run(() -> then.accept(made.get(0)));
  }

  private Storage storage(Request request, String id) {
    return cluster.storages().enabled(id, request.host);
  }

  private static void finish(Worker worker, Request request, Drive drive) {
    request.results.put(drive.key(), drive.print());
    worker.log(drive.key() + ": successfully created disk '" + drive.print() + "'");
  }

  private void existing(Request request, Drive drive) {
    String volid = drive.file();
    cluster.storages().checkVolumeAccess(request.access, request.vmid, volid, null);
    VolumeName name = cluster.storages().name(volid);
    String format = drive.option("format");
    if (format != null && !format.equals(name.format())) {
      throw ApiFailure.died(
          "drive '"
              + drive.key()
              + "' - volume '"
              + volid
              + "' - 'format="
              + format
              + "' option different from storage format '"
              + name.format()
              + "'");
    }
    if (drive.isCloudInit()) {
      checkOnlyCloudInit(request, drive);
    }
    Volume volume = cluster.storages().require(volid, request.host);
    request.results.put(drive.key(), drive.withSize(shownSize(volume)).print());
  }

  /** A medium shows the size of its file. */
  private static long shownSize(Volume volume) {
    return volume.content().equals("images") ? volume.size() : volume.used();
  }
}
