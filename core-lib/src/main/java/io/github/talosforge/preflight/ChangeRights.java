package io.github.talosforge.preflight;

import io.github.talosforge.model.PoolName;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.proxmox.property.NetworkDevice;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** The rights that each change needs, as the API checks them. */
final class ChangeRights {
  private static final String ALLOCATE_SPACE = "Datastore.AllocateSpace";

  private final Function<NodeVm, Optional<PoolName>> pools;

  /**
   * Prepares to name rights.
   *
   * @param pools the pool that a live VM is in, because rights may come from there
   */
  ChangeRights(Function<NodeVm, Optional<PoolName>> pools) {
    this.pools = pools;
  }

  List<NeededRight> of(Change change) {
    return change instanceof VmChange vm ? ofVm(vm) : ofImage((ImageChange) change);
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
      rights.add(NeededRight.on(vm, "VM.Allocate"));
      template
          .configuration()
          .values()
          .forEach((key, value) -> rights.addAll(key(List.of(vm), key, value)));
    } else if (change instanceof FetchImage) {
      rights.add(NeededRight.on(storage, "Datastore.Audit", ALLOCATE_SPACE));
    }
    return rights;
  }

  private List<NeededRight> ofVm(VmChange change) {
    if (change instanceof CreateVm create) {
      return creation(create);
    }
    List<String> vm = paths(change.vm(), pools.apply(change.vm()));
    if (change instanceof ChangeConfiguration configure) {
      return keys(vm, configure.values());
    }
    if (change instanceof AddDisk add) {
      return key(vm, add.key(), add.value());
    }
    if (change instanceof DetachDisk || change instanceof GrowDisk) {
      return List.of(new NeededRight(vm, List.of("VM.Config.Disk")));
    }
    if (change instanceof StartVm || change instanceof StopStartVm) {
      return List.of(new NeededRight(vm, List.of("VM.PowerMgmt")));
    }
    return change instanceof DestroyVm
        ? List.of(
            new NeededRight(vm, List.of("VM.Allocate")),
            new NeededRight(vm, List.of("VM.PowerMgmt")))
        : List.of();
  }

  private static List<NeededRight> creation(CreateVm create) {
    List<String> vm = paths(create.vm(), create.pool());
    List<NeededRight> rights = new ArrayList<>();
    rights.add(new NeededRight(vm, List.of("VM.Allocate")));
    rights.add(new NeededRight(vm, List.of("VM.Audit")));
    if (create.source() instanceof CreateVm.Source.Clone clone
        && clone.template().builtBy().isEmpty()) {
      rights.add(NeededRight.on("/vms/" + clone.template().vmId(), "VM.Clone"));
    }
    if (create.start()) {
      rights.add(new NeededRight(vm, List.of("VM.PowerMgmt")));
    }
    rights.addAll(keys(vm, create.creation().values()));
    rights.addAll(keys(vm, create.configuration().values()));
    create
        .pool()
        .ifPresent(
            pool -> rights.add(NeededRight.on("/pool/" + pool, "Pool.Audit", "VM.Allocate")));
    return rights;
  }

  /** A VM in a pool also has the rights that are held on the pool. */
  private static List<String> paths(NodeVm vm, Optional<PoolName> pool) {
    String path = "/vms/" + vm.vmId();
    return pool.map(name -> List.of("/pool/" + name, path)).orElse(List.of(path));
  }

  private static List<NeededRight> keys(List<String> vm, Map<String, String> values) {
    return values.entrySet().stream()
        .flatMap(entry -> key(vm, entry.getKey(), entry.getValue()).stream())
        .toList();
  }

  private static List<NeededRight> key(List<String> vm, String key, String value) {
    List<NeededRight> rights = new ArrayList<>();
    rights.add(new NeededRight(vm, List.of(KeyPrivileges.of(key, value))));
    VmConfigKey parsed = VmConfigKey.of(key);
    if (parsed.family().equals("net")) {
      network(value).ifPresent(rights::add);
    } else if (parsed.family().equals("startup")) {
      rights.add(NeededRight.on("/", "Sys.Modify"));
    }
    NewVolumes.storage(key, value)
        .ifPresent(storage -> rights.add(NeededRight.on("/storage/" + storage, ALLOCATE_SPACE)));
    return rights;
  }

  private static Optional<NeededRight> network(String value) {
    NetworkDevice card = NetworkDevice.parse(value);
    return card.bridge().map(bridge -> sdnUse(bridge, card.vlan()));
  }

  private static NeededRight sdnUse(String bridge, OptionalInt vlan) {
    String path = "/sdn/zones/localnetwork/" + bridge;
    return NeededRight.on(vlan.isPresent() ? path + "/" + vlan.getAsInt() : path, "SDN.Use");
  }
}
