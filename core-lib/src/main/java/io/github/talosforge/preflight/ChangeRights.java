package io.github.talosforge.preflight;

import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CleaningChange;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.HaChange;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.proxmox.property.CpuType;
import io.github.talosforge.proxmox.property.NetworkDevice;
import io.github.talosforge.proxmox.property.PassedThroughDevice;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rights that each change needs, as the API checks them. */
final class ChangeRights {
  private static final String ALLOCATE_SPACE = "Datastore.AllocateSpace";
  private static final String AUDIT = "Datastore.Audit";

  private static final NeededRight HA = NeededRight.on("/", "Sys.Console");

  private static final Pattern ZONE = Pattern.compile("/sdn/zones/([^/]+).*");

  private final int major;
  private final List<String> zones;
  private final Function<NodeVm, Optional<PoolName>> pools;
  private final Predicate<PoolName> existing;

  /**
   * Prepares to name rights.
   *
   * @param world the live system: its release, and the pools of VMs, where rights may come from
   * @param existing tells whether a pool is there; otherwise it has to be made
   */
  ChangeRights(ObservedCluster world, Predicate<PoolName> existing) {
    this.existing = existing;
    this.major = world.version().major();
    this.zones =
        world.permissions().byPath().keySet().stream()
            .map(ZONE::matcher)
            .filter(Matcher::matches)
            .map(path -> path.group(1))
            .distinct()
            .sorted()
            .toList();
    this.pools = vm -> world.guest(vm.vmId()).flatMap(ObservedGuest::pool);
  }

  List<NeededRight> of(Change change) {
    if (change instanceof CleaningChange cleaning) {
      return ofCleaning(cleaning);
    }
    if (change instanceof HaChange) {
      return List.of(HA);
    }
    return change instanceof VmChange vm ? ofVm(vm) : ofImage((ImageChange) change);
  }

  private static List<NeededRight> ofCleaning(CleaningChange change) {
    if (change instanceof RemoveTemplate template) {
      return List.of(NeededRight.on("/vms/" + template.vmId(), "VM.Allocate"));
    }
    StorageName storage =
        change instanceof RemoveImage image ? image.storage() : ((RemoveDisc) change).storage();
    return List.of(NeededRight.on("/storage/" + storage, "Datastore.Allocate"));
  }

  private List<NeededRight> ofImage(ImageChange change) {
    List<NeededRight> rights = new ArrayList<>();
    String storage = "/storage/" + change.imageStorage();
    rights.add(NeededRight.on(storage, "Datastore.AllocateTemplate"));
    rights.add(
        new NeededRight(
            List.of("/nodes/" + change.host(), "/"), List.of("Sys.AccessNetwork", "Sys.Modify")));
    if (change instanceof BuildTemplate template) {
      String vm = "/vms/" + template.vmId();
      List.of("VM.Allocate", "VM.Audit", "VM.Config.Options")
          .forEach(privilege -> rights.add(NeededRight.on(vm, privilege)));
      template
          .configuration()
          .values()
          .forEach((key, value) -> rights.addAll(key(List.of(vm), key, value)));
    } else if (change instanceof FetchImage) {
      rights.add(NeededRight.on(storage, AUDIT, ALLOCATE_SPACE));
    }
    return rights;
  }

  private List<NeededRight> ofVm(VmChange change) {
    if (change instanceof CreateVm create) {
      return creation(create);
    }
    List<String> vm = paths(change.vm(), pools.apply(change.vm()));
    if (change instanceof ManageHa || change instanceof ReleaseHa) {
      return List.of(HA);
    }
    if (change instanceof ChangeConfiguration configure) {
      return keys(vm, configure.values());
    }
    if (change instanceof AdoptVm adopt) {
      return keys(vm, adopt.values());
    }
    if (change instanceof AddDisk add) {
      return key(vm, add.key(), add.value());
    }
    if (change instanceof AddVolumes add) {
      return volumes(vm, add);
    }
    if (change instanceof ReleaseDisks release) {
      return release(vm, release);
    }
    if (change instanceof DestroyVolume destroy) {
      return volumeDestruction(vm, destroy);
    }
    if (change instanceof DetachDisk
        || change instanceof GrowDisk
        || change instanceof FreeVolume) {
      return List.of(new NeededRight(vm, List.of("VM.Config.Disk")));
    }
    if (change instanceof StartVm) {
      return List.of(new NeededRight(vm, List.of("VM.PowerMgmt")));
    }
    if (change instanceof StopStartVm restart) {
      return restart(vm, restart);
    }
    return change instanceof DestroyVm destroy ? destruction(vm, destroy) : List.of();
  }

  private static List<NeededRight> volumes(List<String> vm, AddVolumes change) {
    List<NeededRight> rights = new ArrayList<>();
    rights.add(new NeededRight(vm, List.of("VM.Config.Disk")));
    change.volumes().forEach(volume -> rights.addAll(space(volume.storage().value())));
    return rights;
  }

  private List<NeededRight> volumeDestruction(List<String> vm, DestroyVolume change) {
    List<NeededRight> rights = new ArrayList<>(key(vm, "protection", "1"));
    rights.add(new NeededRight(vm, List.of("VM.Config.Disk")));
    Volume.parse(change.volume())
        .storage()
        .ifPresent(storage -> rights.add(NeededRight.on("/storage/" + storage, ALLOCATE_SPACE)));
    return rights;
  }

  private List<NeededRight> restart(List<String> vm, StopStartVm change) {
    List<NeededRight> rights = new ArrayList<>(keys(vm, change.values()));
    rights.add(new NeededRight(vm, List.of("VM.PowerMgmt")));
    return rights;
  }

  private List<NeededRight> release(List<String> vm, ReleaseDisks change) {
    List<NeededRight> rights = new ArrayList<>();
    rights.add(new NeededRight(vm, List.of("VM.PowerMgmt")));
    rights.add(new NeededRight(vm, List.of("VM.Config.Disk")));
    if (change.protectedNow()) {
      rights.addAll(key(vm, "protection", "0"));
    }
    return rights;
  }

  private List<NeededRight> destruction(List<String> vm, DestroyVm change) {
    List<NeededRight> rights = new ArrayList<>();
    rights.add(new NeededRight(vm, List.of("VM.Allocate")));
    rights.add(new NeededRight(vm, List.of("VM.PowerMgmt")));
    if (change.protectedNow()) {
      rights.addAll(key(vm, "protection", "0"));
    }
    return rights;
  }

  private List<NeededRight> creation(CreateVm create) {
    List<String> vm = paths(create.vm(), create.pool());
    List<NeededRight> rights = new ArrayList<>();
    rights.add(new NeededRight(vm, List.of("VM.Allocate")));
    rights.add(new NeededRight(vm, List.of("VM.Audit")));
    if (create.source() instanceof CreateVm.Source.Clone clone) {
      rights.add(NeededRight.on("/vms/" + clone.template().vmId(), "VM.Clone"));
      clone.storage().ifPresent(storage -> rights.addAll(space(storage.value())));
    }
    if (create.start()) {
      rights.add(new NeededRight(vm, List.of("VM.PowerMgmt")));
    }
    rights.addAll(keys(vm, create.creation().values()));
    rights.addAll(keys(vm, create.configuration().values()));
    create
        .pool()
        .ifPresent(
            pool -> {
              String path = "/pool/" + pool;
              rights.add(NeededRight.on(path, "Pool.Audit"));
              if (!existing.test(pool)) {
                rights.add(NeededRight.on(path, "Pool.Allocate"));
              }
            });
    return rights;
  }

  /** A VM in a pool also has the rights that are held on the pool. */
  private static List<String> paths(NodeVm vm, Optional<PoolName> pool) {
    String path = "/vms/" + vm.vmId();
    return pool.map(name -> List.of("/pool/" + name, path)).orElse(List.of(path));
  }

  private List<NeededRight> keys(List<String> vm, Map<String, String> values) {
    return values.entrySet().stream()
        .flatMap(entry -> key(vm, entry.getKey(), entry.getValue()).stream())
        .toList();
  }

  private List<NeededRight> key(List<String> vm, String key, String value) {
    List<NeededRight> rights = new ArrayList<>();
    KeyPrivileges.of(key, value)
        .forEach(privilege -> rights.add(new NeededRight(vm, List.of(privilege))));
    VmConfigKey parsed = VmConfigKey.of(key);
    if (parsed.family().equals("net")) {
      network(value).ifPresent(rights::add);
    } else if (parsed.family().equals("startup")) {
      rights.add(NeededRight.on("/", "Sys.Modify"));
    } else if (parsed.family().equals("cpu")) {
      customCpu(value).ifPresent(rights::add);
    } else if (parsed.family().equals("hostpci")) {
      PassedThroughDevice.parse(value)
          .mapping()
          .ifPresent(name -> rights.add(NeededRight.on("/mapping/pci/" + name, "Mapping.Use")));
    }
    ForeignVolumes.in(key, value, vm).forEach(rights::add);
    NewVolumes.storage(key, value).ifPresent(storage -> rights.addAll(space(storage)));
    return rights;
  }

  /** Whether a storage has room can be told only if it may be seen. */
  private static List<NeededRight> space(String storage) {
    String path = "/storage/" + storage;
    return List.of(NeededRight.on(path, ALLOCATE_SPACE), NeededRight.on(path, AUDIT));
  }

  /** Proxmox VE 8 asks for no right here, and has no such path either. */
  private Optional<NeededRight> customCpu(String value) {
    String model = CpuType.parse(value).type();
    return major >= 9 && model.startsWith("custom-")
        ? Optional.of(
            NeededRight.on("/mapping/cpu/" + model.substring("custom-".length()), "Mapping.Use"))
        : Optional.empty();
  }

  private Optional<NeededRight> network(String value) {
    NetworkDevice card = NetworkDevice.parse(value);
    return card.bridge().map(bridge -> sdnUse(bridge, card.vlan()));
  }

  /** A bridge is in the zone localnetwork; a vnet, which looks the same here, is in its own. */
  private NeededRight sdnUse(String bridge, OptionalInt vlan) {
    String tag = vlan.isPresent() ? "/" + vlan.getAsInt() : "";
    List<String> paths =
        Stream.concat(Stream.of("localnetwork"), zones.stream())
            .map(zone -> "/sdn/zones/" + zone + "/" + bridge + tag)
            .distinct()
            .toList();
    return new NeededRight(paths, List.of("SDN.Use"));
  }
}
