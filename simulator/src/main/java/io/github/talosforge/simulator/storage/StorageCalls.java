package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.task.Workers;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The storages of a host and their content. */
public final class StorageCalls {
  private static final Duration ALLOCATE = Duration.ofMillis(800);
  private static final Duration FREE = Duration.ofMillis(400);

  private final World world;
  private final Workers workers;
  private final Storages storages;
  private final VolumeLifecycle volumes;

  public StorageCalls(World world, Workers workers, Storages storages, VolumeLifecycle volumes) {
    this.world = world;
    this.workers = workers;
    this.storages = storages;
    this.volumes = volumes;
  }

  /** The operations. */
  public List<Operation> operations() {
    String storage = "/nodes/{node}/storage";
    String content = storage + "/{storage}/content";
    return List.of(
        new Operation("GET", "/storage", Set.of("type"), this::definitions),
        new Operation("GET", "/storage/{storage}", Set.of(), this::definition),
        new Operation(
            "GET", storage, Set.of("content", "storage", "enabled", "target"), this::list),
        new Operation("GET", storage + "/{storage}/status", Set.of(), this::status),
        new Operation("GET", content, Set.of("content", "vmid"), this::content),
        new Operation(
            "POST", content, Set.of("filename", "size", "vmid", "format"), this::allocate),
        new Operation("GET", content + "/{volume}", Set.of(), this::attributes),
        new Operation("DELETE", content + "/{volume}", Set.of("delay"), this::delete));
  }

  private List<Map<String, Object>> definitions(ApiCall call) {
    return world.storages().values().stream()
        .filter(storage -> visible(call, storage))
        .filter(
            storage -> call.text("type", storage.type().plugin()).equals(storage.type().plugin()))
        .map(StorageCalls::definition)
        .toList();
  }

  private Map<String, Object> definition(ApiCall call) {
    String id = call.path("storage");
    new Access(call.principal()).check("/storage/" + id, "Datastore.Allocate");
    return definition(storages.config(id));
  }

  private static Map<String, Object> definition(Storage storage) {
    return new JsonObject()
        .with("storage", storage.id())
        .with("type", storage.type().plugin())
        .with("content", contentTypes(storage))
        .ifTrue("shared", storage.shared())
        .with("path", storage.type().files() ? Paths.root(storage) : null)
        .with("nodes", storage.hosts().isEmpty() ? null : String.join(",", storage.hosts()))
        .map();
  }

  private static String contentTypes(Storage storage) {
    return String.join(",", new TreeSet<>(storage.content()));
  }

  private static boolean visible(ApiCall call, Storage storage) {
    String path = "/storage/" + storage.id();
    return call.principal().has(path, "Datastore.Audit")
        || call.principal().has(path, "Datastore.AllocateSpace");
  }

  private List<Map<String, Object>> list(ApiCall call) {
    String host = call.path("node");
    String target = call.text("target", host);
    List<String> wanted = call.list("content");
    checkKnown(call.optional("storage"));
    return world.storages().values().stream()
        .filter(storage -> visible(call, storage))
        .filter(storage -> storage.availableOn(host) && storage.availableOn(target))
        .filter(storage -> call.text("storage", storage.id()).equals(storage.id()))
        .filter(s -> wanted.isEmpty() || wanted.stream().anyMatch(s.content()::contains))
        .map(
            storage ->
                status(storage, host)
                    .with("storage", storage.id())
                    .with("used_fraction", (double) used(storage, host) / storage.capacity())
                    .map())
        .toList();
  }

  private void checkKnown(@Nullable String id) {
    if (id != null && !world.storages().containsKey(id)) {
      throw ApiFailure.parameter("storage", "No such storage.");
    }
  }

  private JsonObject status(Storage storage, String host) {
    long used = used(storage, host);
    return new JsonObject()
        .with("type", storage.type().plugin())
        .with("content", contentTypes(storage))
        .flag("active", true)
        .flag("enabled", true)
        .flag("shared", storage.shared())
        .with("total", storage.capacity())
        .with("used", used)
        .with("avail", storage.capacity() - used);
  }

  private long used(Storage storage, String host) {
    return Math.min(storage.capacity(), world.volumes().used(storage, host));
  }

  private Map<String, Object> status(ApiCall call) {
    checkKnown(call.path("storage"));
    return status(readable(call), call.path("node")).map();
  }

  private Storage readable(ApiCall call) {
    String id = call.path("storage");
    new Access(call.principal())
        .checkAny("/storage/" + id, "Datastore.Audit", "Datastore.AllocateSpace");
    return storages.enabled(id, call.path("node"));
  }

  private List<Map<String, Object>> content(ApiCall call) {
    Storage storage = readable(call);
    String content = call.optional("content");
    String owner = call.optional("vmid");
    Access access = new Access(call.principal());
    return world.volumes().on(storage, call.path("node")).stream()
        .filter(volume -> content == null || content.equals(volume.content()))
        .filter(volume -> owner == null || owner.equals(Integer.toString(volume.owner())))
        .filter(volume -> mayUse(access, volume))
        .map(volume -> entry(storage, volume))
        .toList();
  }

  private boolean mayUse(Access access, Volume volume) {
    try {
      storages.checkVolumeAccess(access, 0, volume.volid(), null);
      return true;
    } catch (ApiFailure e) {
      return false;
    }
  }

  /** A file that is no image shows the size of the file; an image as a file its backing file. */
  private static Map<String, Object> entry(Storage storage, Volume volume) {
    boolean image = volume.content().equals("images");
    JsonObject entry = new JsonObject();
    if (image && storage.type().files()) {
      entry.nullable("parent", volume.parent() == null ? null : Paths.backing(volume.parent()));
    } else {
      entry.with("parent", volume.parent());
    }
    return entry
        .with("volid", volume.volid())
        .with("content", volume.content())
        .with("format", volume.format())
        .with("size", image ? volume.size() : volume.used())
        .with("used", image ? volume.used() : null)
        .with("vmid", volume.owner() > 0 ? volume.owner() : null)
        .with("ctime", volume.created())
        .map();
  }

  /** Synchronous, under the lock of the storage. */
  private String allocate(ApiCall call) {
    String id = call.path("storage");
    new Access(call.principal()).check("/storage/" + id, "Datastore.AllocateSpace");
    String name = call.required("filename");
    String format = format(name, call.optional("format"));
    long bytes = bytes(call.required("size"));
    int vmid = (int) call.number("vmid", 0);
    String host = call.path("node");
    Storage storage = storages.enabled(id, host);
    workers.inline(
        host,
        worker -> {
          worker.lock(LockName.storage(storage, host), LockName.USUAL);
          worker.run(() -> volumes.allocate(host, storage, vmid, format, name, bytes));
          worker.pause(ALLOCATE);
        });
    return id + ":" + (storage.type().files() ? vmid + "/" : "") + name;
  }

  private static @Nullable String format(String name, @Nullable String given) {
    String suffix = name.replaceFirst("^.*\\.(raw|qcow2|vmdk)$", "$1");
    if (suffix.equals(name)) {
      return given;
    }
    if (given != null && !given.equals(suffix)) {
      throw ApiFailure.parameter(
          "format", "different storage formats (" + given + " != " + suffix + ")");
    }
    return suffix;
  }

  private static long bytes(String size) {
    if (!size.matches("[0-9]{1,12}[MG]?")) {
      throw ApiFailure.parameter("size", "unable to parse size '" + size + "'");
    }
    long number = Long.parseLong(size.replaceFirst("[MG]$", ""));
    return size.endsWith("G") ? number << 30 : size.endsWith("M") ? number << 20 : number << 10;
  }

  private Map<String, Object> attributes(ApiCall call) {
    String volid = volid(call);
    storages.checkVolumeAccess(new Access(call.principal()), 0, volid, null);
    Storage storage = storages.enabled(VolumeName.Id.require(volid).storage(), call.path("node"));
    Volume volume = storages.find(volid, call.path("node"));
    if (volume == null) {
      throw ApiFailure.died(Paths.unreadable(storage, VolumeName.Id.require(volid).name()));
    }
    return new JsonObject()
        .with("path", Paths.of(storages.config(volume.storage()), volume.name()))
        .with("size", volume.size())
        .with("used", volume.used())
        .with("format", volume.format())
        .map();
  }

  private static String volid(ApiCall call) {
    String volume = call.path("volume");
    return volume.contains(":") ? volume : call.path("storage") + ":" + volume;
  }

  /** No check whether anyone uses it. */
  private @Nullable String delete(ApiCall call) {
    String volid = volid(call);
    VolumeName.Id id = VolumeName.Id.require(volid);
    new Access(call.principal()).check("/storage/" + id.storage(), "Datastore.Allocate");
    Storage storage = storages.enabled(id.storage(), call.path("node"));
    int owner = storages.name(volid).owner();
    String upid =
        workers.fork(
            call.principal(),
            call.path("node"),
            "imgdel",
            (owner > 0 ? owner + "@" : "") + storage.id(),
            worker -> {
              worker.lock(LockName.storage(storage, worker.host()), LockName.USUAL);
              worker.pause(FREE);
              worker.run(() -> free(worker, storage, id));
              worker.run(() -> worker.log("Removed volume '" + volid + "'"));
            });
    return call.given("delay") ? awaited(upid, call.number("delay", 1)) : upid;
  }

  /** A file that is not there is as good as removed; a block device is not. */
  private void free(Worker worker, Storage storage, VolumeName.Id id) {
    String volid = storage.id() + ":" + id.name();
    if (storage.type().files() && storages.find(volid, worker.host()) == null) {
      worker.log("disk image '" + Paths.of(storage, id.name()) + "' does not exist");
    } else {
      volumes.free(storages.require(volid, worker.host()));
    }
  }

  private @Nullable String awaited(String upid, long seconds) {
    workers.await(upid, Duration.ofSeconds(seconds));
    Task task = world.tasks().get(upid);
    String exit = task == null ? null : task.exitStatus();
    if (exit != null && !exit.equals("OK")) {
      throw ApiFailure.died(exit);
    }
    return exit == null ? upid : null;
  }
}
