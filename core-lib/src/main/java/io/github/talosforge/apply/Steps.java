package io.github.talosforge.apply;

import io.github.talosforge.model.VmId;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.HaChange;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Knows for each kind of change who carries it out. */
final class Steps {
  private final ImageFetching images;
  private final TemplateBuilding templates;
  private final VmMaking making;
  private final VmConfiguring configuring;
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
    this.configuring = new VmConfiguring(tasks, guard);
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
    if (change instanceof FetchImage fetch) {
      images.fetch(fetch, fetch.content());
    } else if (change instanceof BuildTemplate template) {
      built.put(template.id(), templates.build(template));
    } else if (change instanceof CreateVm create) {
      create(create);
    } else if (change instanceof ChangeConfiguration configure) {
      configuring.configure(configure);
    } else if (change instanceof AddDisk add) {
      configuring.add(add);
    } else if (change instanceof AddVolumes add) {
      volumes.add(add);
    } else if (change instanceof DetachDisk detach) {
      configuring.detach(detach);
    } else if (change instanceof ReleaseDisks release) {
      configuring.liftProtection(release);
      power.shutDown(release);
      configuring.release(release);
    } else if (change instanceof GrowDisk grow) {
      configuring.grow(grow);
    } else if (change instanceof StartVm start) {
      power.start(start, start.vm());
    } else if (change instanceof StopStartVm restart) {
      power.stopAndStart(restart);
    } else if (change instanceof FreeVolume free) {
      configuring.free(free);
    } else if (change instanceof DestroyVolume destroy) {
      volumeDestruction.destroy(destroy);
    } else if (change instanceof AdoptVm adopt) {
      adopting.adopt(adopt);
    } else if (change instanceof ManageHa ha) {
      availability.manage(ha);
    } else if (change instanceof ReleaseHa ha) {
      availability.release(ha);
    } else if (change instanceof HaChange ha) {
      availability.change(ha);
    } else if (change instanceof DestroyVm destroy) {
      destruction.destroy(destroy);
    } else if (change instanceof RemoveTemplate template) {
      cleaning.remove(template);
    } else if (change instanceof RemoveImage image) {
      cleaning.remove(image);
    } else if (change instanceof RemoveDisc disc) {
      cleaning.remove(disc);
    }
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
