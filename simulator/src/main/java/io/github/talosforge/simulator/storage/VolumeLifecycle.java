package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.StorageType;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes, renames, grows and frees volumes; callers hold the storage's lock where Proxmox does. */
public final class VolumeLifecycle {
  private static final long MIB = 1L << 20;

  private final World world;
  private final Storages storages;
  private final VolumesInUse inUse;

  public VolumeLifecycle(World world, Storages storages) {
    this.world = world;
    this.storages = storages;
    this.inUse = new VolumesInUse(world);
  }

  /** Makes an empty image; without a name it gets the next free disk number. */
  public Volume allocate(
      String host,
      Storage storage,
      int vmid,
      @Nullable String wantedFormat,
      @Nullable String wantedName,
      long bytes) {
    String format = wantedFormat == null ? "raw" : wantedFormat;
    checkFormat(storage, format);
    String file = wantedName == null ? freeName(host, storage, vmid, format) : wantedName;
    checkName(storage, vmid, file, format);
    String name = storage.type().files() ? vmid + "/" + file : file;
    if (world.volumes().find(storage, host, name) != null) {
      throw ApiFailure.died(exists(storage, name));
    }
    long size = rounded(storage, bytes);
    Volume volume = image(host, storage, name, format, size, thick(storage) ? size : 0, vmid);
    OutOfSpace.check(storages.available(storage, host), storage, volume);
    world.volumes().put(volume);
    return volume;
  }

  private Volume image(
      String host, Storage storage, String name, String format, long size, long used, int vmid) {
    String place = storage.shared() ? null : host;
    long now = world.now().getEpochSecond();
    return new Volume(
        storage.id(),
        place,
        name,
        "images",
        format,
        size,
        used,
        vmid,
        null,
        now,
        null,
        Map.of(),
        Map.of());
  }

  /** Fills an image with what another one holds. */
  public Volume fill(Volume target, String host, long written, Volume source) {
    Storage storage = storages.config(target.storage());
    long used = Math.max(target.used(), Math.min(written, target.size()));
    if (used - target.used() > storages.available(storage, host)) {
      throw ApiFailure.died(
          "copy failed: command '/usr/bin/qemu-img convert -p -n -O "
              + target.format()
              + " ... "
              + target.volid()
              + "' failed: exit code 1");
    }
    Volume filled =
        new Volume(
            target.storage(),
            target.host(),
            target.name(),
            target.content(),
            target.format(),
            target.size(),
            used,
            target.owner(),
            target.parent(),
            target.created(),
            source.identity(),
            target.checksums(),
            source.partitions());
    world.volumes().put(filled);
    return filled;
  }

  /** Makes a linked clone of a base image. */
  public Volume link(Volume base, String host, int vmid) {
    if (!base.isBase()) {
      throw ApiFailure.died("clone_image only works on base images");
    }
    Storage storage = storages.config(base.storage());
    String format = storage.type().files() ? "qcow2" : "raw";
    String file = freeName(host, storage, vmid, format);
    String name =
        switch (storage.type()) {
          case DIR, NFS -> base.name() + "/" + vmid + "/" + file;
          case ZFSPOOL, RBD -> base.fileName() + "/" + file;
          case LVMTHIN -> file;
        };
    Volume volume =
        new Volume(
            base.storage(),
            base.host(),
            name,
            "images",
            format,
            base.size(),
            0,
            vmid,
            base.volid(),
            world.now().getEpochSecond(),
            base.identity(),
            Map.of(),
            base.partitions());
    OutOfSpace.check(storages.available(storage, host), storage, volume);
    world.volumes().put(volume);
    return volume;
  }

  /** Turns an image into a base image. */
  public Volume toBase(Volume volume) {
    if (volume.isBase()) {
      throw ApiFailure.died("create_base not possible with base image");
    }
    String file = volume.fileName();
    String directory = volume.name().substring(0, volume.name().length() - file.length());
    Volume base = volume.renamed(directory + file.replaceFirst("^vm-", "base-"), volume.owner());
    world.volumes().replace(volume, base);
    return base;
  }

  /** Gives an image to another VM under that VM's next free name. */
  public Volume reassign(Volume volume, String host, int vmid) {
    Storage storage = storages.config(volume.storage());
    String file = freeName(host, storage, vmid, volume.format());
    String directory = storage.type().files() ? vmid + "/" : "";
    int link = volume.name().lastIndexOf('/', volume.name().lastIndexOf('/') - 1);
    String base =
        volume.parent() == null || storage.type() == StorageType.LVMTHIN
            ? ""
            : storage.type().files()
                ? volume.name().substring(0, link + 1)
                : volume.name().substring(0, volume.name().indexOf('/') + 1);
    Volume now = volume.renamed(base + directory + file, vmid);
    world.volumes().replace(volume, now);
    return now;
  }

  /** Grows an image. */
  public void grow(Volume volume, String host, long bytes) {
    Storage storage = storages.config(volume.storage());
    long size = rounded(storage, bytes);
    long used = thick(storage) ? volume.used() + size - volume.size() : volume.used();
    if (used - volume.used() > storages.available(storage, host)) {
      throw ApiFailure.died(OutOfSpace.text(storage, volume));
    }
    world.volumes().put(volume.resized(size, used));
  }

  /** Frees a volume. Linked clones forbid it except on LVM-thin, whose names do not show them. */
  public void free(Volume volume) {
    if (isUsedBase(volume)) {
      throw ApiFailure.died("base volume '" + volume.name() + "' is still in use by linked clones");
    }
    StorageType type = storages.config(volume.storage()).type();
    if (!type.files() && inUse.byRunningVm(volume)) {
      throw ApiFailure.died(busy(type, volume));
    }
    world.volumes().remove(volume);
  }

  /** Whether linked clones stand on a base image, as far as names show it. */
  public boolean isUsedBase(Volume base) {
    return base.isBase()
        && storages.config(base.storage()).type() != StorageType.LVMTHIN
        && world.volumes().all().stream().anyMatch(v -> base.volid().equals(v.parent()));
  }

  private static String busy(StorageType type, Volume volume) {
    return switch (type) {
      case ZFSPOOL ->
          "zfs error: cannot destroy 'rpool/data/" + volume.fileName() + "': dataset is busy";
      case LVMTHIN ->
          "lvremove 'pve/"
              + volume.name()
              + "' error:   Logical volume pve/"
              + volume.name()
              + " in use.";
      default -> "rbd rm '" + volume.fileName() + "' error: image has watchers - not removing";
    };
  }

  private String freeName(String host, Storage storage, int vmid, String format) {
    Pattern pattern = Pattern.compile("(?:vm|base)-" + vmid + "-disk-(\\d+)(?:\\..*)?");
    Set<Integer> taken = new TreeSet<>();
    for (Volume volume : world.volumes().on(storage, host)) {
      Matcher matcher = pattern.matcher(volume.fileName());
      if (matcher.matches()) {
        taken.add(Integer.valueOf(matcher.group(1)));
      }
    }
    int number = 0;
    while (taken.contains(number)) {
      number++;
    }
    String suffix = storage.type().files() ? "." + format : "";
    return "vm-" + vmid + "-disk-" + number + suffix;
  }

  private static void checkFormat(Storage storage, String format) {
    if (!storage.type().files() && !format.equals("raw")) {
      throw ApiFailure.died("unsupported format '" + format + "'");
    }
  }

  private static void checkName(Storage storage, int vmid, String file, String format) {
    if (storage.type().files()) {
      if (!file.endsWith("." + format)) {
        throw ApiFailure.died("unable to parse volume filename '" + file + "'");
      }
    } else if (!file.startsWith("vm-" + vmid + "-")) {
      throw ApiFailure.died("illegal name '" + file + "' - should be 'vm-" + vmid + "-*'");
    }
  }

  private static String exists(Storage storage, String name) {
    return switch (storage.type()) {
      case DIR, NFS -> "disk image '" + Paths.image(storage, name) + "' already exists";
      case ZFSPOOL -> "zfs error: cannot create 'rpool/data/" + name + "': dataset already exists";
      case LVMTHIN ->
          "lvcreate 'pve/"
              + name
              + "' error:   Logical Volume \""
              + name
              + "\" already exists in volume group \"pve\"";
      case RBD -> "rbd create '" + name + "' error: rbd: create error: (17) File exists";
    };
  }

  private static long rounded(Storage storage, long bytes) {
    long unit =
        switch (storage.type()) {
          case DIR, NFS -> 1024;
          case ZFSPOOL, RBD -> MIB;
          case LVMTHIN -> 4 * MIB;
        };
    return (bytes + unit - 1) / unit * unit;
  }

  /** ZFS reserves the space of a volume unless told otherwise. */
  private static boolean thick(Storage storage) {
    return storage.type() == StorageType.ZFSPOOL;
  }
}
