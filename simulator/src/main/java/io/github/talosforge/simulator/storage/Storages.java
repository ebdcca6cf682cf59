package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds storages and volumes as a host sees them, and who may touch them. */
public final class Storages {
  private final World world;

  public Storages(World world) {
    this.world = world;
  }

  /** The storage of an id. */
  public Storage config(String id) {
    Storage storage = world.storages().get(id);
    if (storage == null) {
      throw ApiFailure.died("storage '" + id + "' does not exist");
    }
    return storage;
  }

  /** The storage of an id, when a host has it. */
  public Storage enabled(String id, String host) {
    Storage storage = config(id);
    if (!storage.availableOn(host)) {
      throw ApiFailure.died("storage '" + id + "' is not available on node '" + host + "'");
    }
    return storage;
  }

  /** The volume of an id as a host sees it. */
  public @Nullable Volume find(String volid, String host) {
    VolumeName.Id id = VolumeName.Id.of(volid);
    Storage storage = id == null ? null : world.storages().get(id.storage());
    return id == null || storage == null ? null : world.volumes().find(storage, host, id.name());
  }

  /** The volume of an id, or refuses. */
  public Volume require(String volid, String host) {
    VolumeName.Id id = VolumeName.Id.require(volid);
    enabled(id.storage(), host);
    Volume volume = find(volid, host);
    if (volume == null) {
      throw ApiFailure.died("volume '" + volid + "' does not exist");
    }
    return volume;
  }

  /** Where a volume lies on its host, whether it is there or not. */
  public String path(String volid) {
    VolumeName.Id id = VolumeName.Id.require(volid);
    return Paths.of(config(id.storage()), id.name());
  }

  /** What the name of a volume says. */
  public VolumeName name(String volid) {
    VolumeName.Id id = VolumeName.Id.require(volid);
    return VolumeName.of(config(id.storage()), id.name());
  }

  /** Whether a volume belongs to a VM, by the number in its name. */
  public boolean owns(int vmid, String volid) {
    VolumeName.Id id = VolumeName.Id.of(volid);
    return id != null && world.storages().containsKey(id.storage()) && name(volid).owner() == vmid;
  }

  /** Demands what Proxmox demands for using a volume in a VM. */
  public void checkVolumeAccess(Access access, int vmid, String volid, @Nullable String type) {
    VolumeName.Id id = VolumeName.Id.of(volid);
    if (id == null) {
      if (!access.principal().isRoot()) {
        throw ApiFailure.died("Only root can pass arbitrary filesystem paths.");
      }
      throw ApiFailure.notSimulated("a file system path as a volume: " + volid);
    }
    VolumeName name = name(volid);
    if (type != null && !type.equals(name.content())) {
      throw ApiFailure.died(
          "unable to use volume " + volid + " - content type needs to be '" + type + "'");
    }
    String path = "/storage/" + id.storage();
    if (access.principal().has(path, "Datastore.Allocate")) {
      return;
    }
    if (List.of("iso", "vztmpl", "import").contains(name.content())) {
      access.checkAny(path, "Datastore.AllocateSpace", "Datastore.Audit");
    } else if (name.content().equals("images") && name.owner() > 0) {
      if (name.owner() != vmid) {
        access.check(path, "Datastore.Audit");
        access.check("/vms/" + name.owner(), "VM.Config.Disk");
      }
    } else {
      throw ApiFailure.died("missing privileges to access " + volid);
    }
  }

  /** Bytes that are left on a storage. */
  public long available(Storage storage, String host) {
    return Math.max(0, storage.capacity() - world.volumes().used(storage, host));
  }
}
