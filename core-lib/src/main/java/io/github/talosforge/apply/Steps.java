package io.github.talosforge.apply;

import io.github.talosforge.model.VmId;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.GrowDisk;
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
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Knows for each kind of change who carries it out, and with what. */
final class Steps implements Change.Visitor<Runnable> {
  private final ImageFetching images;
  private final TemplateBuilding templates;
  private final VmMaking making;
  private final VmConfiguring configuring;
  private final DiskMoving moving;
  private final VolumeMaking volumes;
  private final VmPower power;
  private final VmDestruction destruction;
  private final VolumeDestruction volumeDestruction;
  private final Cleaning cleaning;
  private final HaSetting availability;
  private final Adopting adopting;
  private final Map<ChangeId, VmId> built = new ConcurrentHashMap<>();

  Steps(ProxmoxClient client, Tasks tasks, ImageFetching images, RestartCare care) {
    VmGuard guard = new VmGuard(client);
    this.images = images;
    this.templates = new TemplateBuilding(client, tasks);
    this.making = new VmMaking(client, tasks, guard, built);
    this.configuring = new VmConfiguring(client, tasks, guard);
    this.moving = new DiskMoving(client, tasks, guard);
    this.volumes = new VolumeMaking(client, tasks, guard);
    PowerRequests requests = new PowerRequests(client, tasks, guard);
    this.power = new VmPower(tasks, guard, care, requests, configuring);
    this.destruction = new VmDestruction(client, tasks, guard, requests);
    this.volumeDestruction = new VolumeDestruction(client, tasks, guard);
    this.availability = new HaSetting(client.highAvailability(), tasks, guard);
    this.cleaning = new Cleaning(client, tasks);
    this.adopting = new Adopting(client, tasks);
  }

  void run(Change change) {
    change.accept(this).run();
  }

  @Override
  public Runnable visit(FetchImage fetch) {
    return () -> images.fetch(fetch, fetch.content());
  }

  @Override
  public Runnable visit(BuildTemplate template) {
    return () -> built.put(template.id(), templates.build(template));
  }

  @Override
  public Runnable visit(CreateVm create) {
    return () -> create(create);
  }

  @Override
  public Runnable visit(ChangeConfiguration change) {
    return () -> configuring.configure(change);
  }

  @Override
  public Runnable visit(AddDisk add) {
    return () -> configuring.add(add);
  }

  @Override
  public Runnable visit(DetachDisk detach) {
    return () -> configuring.detach(detach);
  }

  @Override
  public Runnable visit(GrowDisk grow) {
    return () -> configuring.grow(grow);
  }

  @Override
  public Runnable visit(MoveDisk move) {
    return () -> moving.move(move);
  }

  @Override
  public Runnable visit(AddVolumes add) {
    return () -> volumes.add(add);
  }

  @Override
  public Runnable visit(ReleaseDisks release) {
    return () -> release(release);
  }

  @Override
  public Runnable visit(StartVm start) {
    return () -> power.start(start, start.vm());
  }

  @Override
  public Runnable visit(StopStartVm restart) {
    return () -> power.stopAndStart(restart);
  }

  @Override
  public Runnable visit(AdoptVm adopt) {
    return () -> adopting.adopt(adopt);
  }

  @Override
  public Runnable visit(FreeVolume free) {
    return () -> configuring.free(free);
  }

  @Override
  public Runnable visit(DestroyVolume destroy) {
    return () -> volumeDestruction.destroy(destroy);
  }

  @Override
  public Runnable visit(ManageHa ha) {
    return () -> availability.manage(ha);
  }

  @Override
  public Runnable visit(ReleaseHa ha) {
    return () -> availability.release(ha);
  }

  @Override
  public Runnable visit(DestroyVm destroy) {
    return () -> destruction.destroy(destroy);
  }

  @Override
  public Runnable visit(KeepApart rule) {
    return () -> availability.separate(rule);
  }

  @Override
  public Runnable visit(PreferHost group) {
    return () -> availability.prefer(group);
  }

  @Override
  public Runnable visit(RemoveHaEntry entry) {
    return () -> availability.remove(entry);
  }

  @Override
  public Runnable visit(RemoveTemplate template) {
    return () -> cleaning.remove(template);
  }

  @Override
  public Runnable visit(RemoveImage image) {
    return () -> cleaning.remove(image);
  }

  @Override
  public Runnable visit(RemoveDisc disc) {
    return () -> cleaning.remove(disc);
  }

  @Override
  public Runnable visit(ConfigureMachine change) {
    throw inside(change);
  }

  @Override
  public Runnable visit(BeginEtcd change) {
    throw inside(change);
  }

  @Override
  public Runnable visit(WithdrawDisc change) {
    throw inside(change);
  }

  /** Done by those who talk to the machines; to do nothing would be told as done. */
  private static IllegalArgumentException inside(TalosChange change) {
    return new IllegalArgumentException(change.id() + " is no work for Proxmox VE");
  }

  private void release(ReleaseDisks change) {
    configuring.liftProtection(change);
    power.shutDown(change);
    configuring.release(change);
  }

  /** Starts a VM that was just made. */
  void start(CreateVm change) {
    power.start(change, change.vm());
  }

  private void create(CreateVm change) {
    if (!(change.source() instanceof CreateVm.Source.Made)) {
      making.make(change);
    }
    configuring.complete(change);
  }
}
