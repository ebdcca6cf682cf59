package io.github.talosforge.preflight;

import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.KeepApart;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.MoveDisk;
import io.github.talosforge.plan.PreferHost;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.RemoveHaEntry;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.TalosChange;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.proxmox.property.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The rights that each change needs, as the API checks them. */
final class ChangeRights implements Change.Visitor<List<NeededRight>> {
  private static final String PROTECTION = "protection";

  private static final List<NeededRight> HA = List.of(NeededRight.on("/", "Sys.Console"));

  private final KeyRights keys;
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
    this.keys = new KeyRights(world);
    this.pools = vm -> world.guest(vm.vmId()).flatMap(ObservedGuest::pool);
  }

  List<NeededRight> of(Change change) {
    return change.accept(this);
  }

  @Override
  public List<NeededRight> visit(FetchImage fetch) {
    List<NeededRight> rights = new ArrayList<>(image(fetch));
    rights.add(
        NeededRight.on(
            "/storage/" + fetch.imageStorage(), KeyRights.AUDIT, KeyRights.ALLOCATE_SPACE));
    return rights;
  }

  @Override
  public List<NeededRight> visit(BuildTemplate template) {
    List<NeededRight> rights = new ArrayList<>(image(template));
    String vm = "/vms/" + template.vmId();
    List.of("VM.Allocate", "VM.Audit", "VM.Config.Options")
        .forEach(privilege -> rights.add(NeededRight.on(vm, privilege)));
    rights.addAll(keys.keys(List.of(vm), template.configuration().values()));
    return rights;
  }

  private static List<NeededRight> image(ImageChange change) {
    return List.of(
        NeededRight.on("/storage/" + change.imageStorage(), "Datastore.AllocateTemplate"),
        new NeededRight(
            List.of("/nodes/" + change.host(), "/"), List.of("Sys.AccessNetwork", "Sys.Modify")));
  }

  @Override
  public List<NeededRight> visit(CreateVm create) {
    List<String> vm = paths(create.vm(), create.pool());
    List<NeededRight> rights = new ArrayList<>();
    rights.add(new NeededRight(vm, List.of("VM.Allocate")));
    rights.add(new NeededRight(vm, List.of("VM.Audit")));
    rights.addAll(create.source().accept(new SourceRights()));
    if (create.start()) {
      rights.add(new NeededRight(vm, List.of("VM.PowerMgmt")));
    }
    rights.addAll(keys.keys(vm, create.creation().values()));
    rights.addAll(keys.keys(vm, create.configuration().values()));
    create.pool().ifPresent(pool -> rights.addAll(pool(pool)));
    return rights;
  }

  private List<NeededRight> pool(PoolName pool) {
    String path = "/pool/" + pool;
    NeededRight audit = NeededRight.on(path, "Pool.Audit");
    return existing.test(pool)
        ? List.of(audit)
        : List.of(audit, NeededRight.on(path, "Pool.Allocate"));
  }

  private List<String> paths(VmChange change) {
    return paths(change.vm(), pools.apply(change.vm()));
  }

  /** A VM in a pool also has the rights that are held on the pool. */
  private static List<String> paths(NodeVm vm, Optional<PoolName> pool) {
    String path = "/vms/" + vm.vmId();
    return pool.map(name -> List.of("/pool/" + name, path)).orElse(List.of(path));
  }

  @Override
  public List<NeededRight> visit(ChangeConfiguration configure) {
    return keys.keys(paths(configure), configure.values());
  }

  @Override
  public List<NeededRight> visit(AdoptVm adopt) {
    return keys.keys(paths(adopt), adopt.values());
  }

  @Override
  public List<NeededRight> visit(AddDisk add) {
    return keys.key(paths(add), add.key(), add.value());
  }

  @Override
  public List<NeededRight> visit(AddVolumes add) {
    List<NeededRight> rights = new ArrayList<>(disk(add));
    add.volumes().forEach(volume -> rights.addAll(KeyRights.space(volume.storage().value())));
    return rights;
  }

  @Override
  public List<NeededRight> visit(ReleaseDisks release) {
    List<NeededRight> rights = new ArrayList<>(power(release));
    rights.addAll(disk(release));
    if (release.protectedNow()) {
      rights.addAll(keys.key(paths(release), PROTECTION, "0"));
    }
    return rights;
  }

  @Override
  public List<NeededRight> visit(DestroyVolume destroy) {
    List<NeededRight> rights = new ArrayList<>(disk(destroy));
    rights.addAll(keys.key(paths(destroy), PROTECTION, "1"));
    Volume.parse(destroy.volume())
        .storage()
        .ifPresent(
            storage -> rights.add(NeededRight.on("/storage/" + storage, KeyRights.ALLOCATE_SPACE)));
    return rights;
  }

  @Override
  public List<NeededRight> visit(DetachDisk detach) {
    return disk(detach);
  }

  @Override
  public List<NeededRight> visit(GrowDisk grow) {
    return disk(grow);
  }

  @Override
  public List<NeededRight> visit(MoveDisk move) {
    List<NeededRight> rights = new ArrayList<>(disk(move));
    rights.addAll(KeyRights.space(move.storage().value()));
    return rights;
  }

  @Override
  public List<NeededRight> visit(FreeVolume free) {
    return disk(free);
  }

  private List<NeededRight> disk(VmChange change) {
    return List.of(new NeededRight(paths(change), List.of("VM.Config.Disk")));
  }

  @Override
  public List<NeededRight> visit(StartVm start) {
    return power(start);
  }

  @Override
  public List<NeededRight> visit(StopStartVm restart) {
    List<NeededRight> rights = new ArrayList<>(power(restart));
    rights.addAll(keys.keys(paths(restart), restart.values()));
    return rights;
  }

  private List<NeededRight> power(VmChange change) {
    return List.of(new NeededRight(paths(change), List.of("VM.PowerMgmt")));
  }

  @Override
  public List<NeededRight> visit(DestroyVm destroy) {
    List<NeededRight> rights = new ArrayList<>(power(destroy));
    rights.add(new NeededRight(paths(destroy), List.of("VM.Allocate")));
    if (destroy.protectedNow()) {
      rights.addAll(keys.key(paths(destroy), PROTECTION, "0"));
    }
    return rights;
  }

  @Override
  public List<NeededRight> visit(ManageHa change) {
    return HA;
  }

  @Override
  public List<NeededRight> visit(ReleaseHa change) {
    return HA;
  }

  @Override
  public List<NeededRight> visit(KeepApart change) {
    return HA;
  }

  @Override
  public List<NeededRight> visit(PreferHost change) {
    return HA;
  }

  @Override
  public List<NeededRight> visit(RemoveHaEntry change) {
    return HA;
  }

  @Override
  public List<NeededRight> visit(RemoveTemplate template) {
    return List.of(NeededRight.on("/vms/" + template.vmId(), "VM.Allocate"));
  }

  @Override
  public List<NeededRight> visit(RemoveImage image) {
    return file(image.storage());
  }

  @Override
  public List<NeededRight> visit(RemoveDisc disc) {
    return file(disc.storage());
  }

  private static List<NeededRight> file(StorageName storage) {
    return List.of(NeededRight.on("/storage/" + storage, "Datastore.Allocate"));
  }

  @Override
  public List<NeededRight> visit(ConfigureMachine change) {
    throw inside(change);
  }

  @Override
  public List<NeededRight> visit(BeginEtcd change) {
    throw inside(change);
  }

  @Override
  public List<NeededRight> visit(WithdrawDisc change) {
    throw inside(change);
  }

  /** Looked at by those who talk to the machines; no right would be told as every right. */
  private static IllegalArgumentException inside(TalosChange change) {
    return new IllegalArgumentException(change.id() + " is no work for Proxmox VE");
  }
}
