package io.github.talosforge.journal;

import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.HaChange;
import io.github.talosforge.plan.KeepApart;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.PreferHost;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.plan.WithdrawDisc;
import java.util.Map;

/** A change in the words of one line. */
public final class ChangeWords {
  private static final Map<Class<? extends VmChange>, String> VERBS =
      Map.ofEntries(
          Map.entry(CreateVm.class, "create"),
          Map.entry(ChangeConfiguration.class, "change"),
          Map.entry(AddDisk.class, "add a disk to"),
          Map.entry(AddVolumes.class, "add volumes to"),
          Map.entry(DetachDisk.class, "detach a disk of"),
          Map.entry(ReleaseDisks.class, "take the data disks off"),
          Map.entry(GrowDisk.class, "grow a disk of"),
          Map.entry(StartVm.class, "start"),
          Map.entry(StopStartVm.class, "stop and start"),
          Map.entry(AdoptVm.class, "adopt"),
          Map.entry(FreeVolume.class, "remove an unused volume of"),
          Map.entry(DestroyVolume.class, "destroy a volume of"),
          Map.entry(ManageHa.class, "have high availability look after"),
          Map.entry(ReleaseHa.class, "release from high availability"),
          Map.entry(DestroyVm.class, "destroy"));

  private ChangeWords() {}

  /**
   * Says what a change does.
   *
   * @param change the change
   * @return such as {@code cp-1: create VM 2000 on pve1}
   */
  public static String of(Change change) {
    if (change instanceof VmChange vm) {
      String verb = VERBS.getOrDefault(vm.getClass(), "change");
      return vm.vm().name() + ": " + verb + " " + vm.vm().label();
    }
    if (change instanceof BuildTemplate template) {
      return "template " + template.vmId() + ": build on " + template.host();
    }
    if (change instanceof FetchImage image) {
      return "image: download to " + image.imageStorage() + " of " + image.host();
    }
    if (change instanceof RemoveTemplate template) {
      return (template.begun().isPresent() ? "unfinished template " : "template ")
          + template.vmId()
          + ": remove from "
          + template.host();
    }
    if (change instanceof RemoveImage image) {
      return "image " + image.volume() + ": remove from " + image.host();
    }
    if (change instanceof HaChange ha) {
      return "high availability: " + ha.name();
    }
    if (change instanceof RemoveDisc disc) {
      return "CD " + disc.volume() + ": remove from " + disc.host();
    }
    return change instanceof WithdrawDisc disc
        ? disc.node() + ": take away the CD " + disc.volume()
        : change.id().toString();
  }

  /**
   * Says what a change is about.
   *
   * @param change the change
   * @return such as {@code cp-1} or {@code template 9000}
   */
  public static String subject(Change change) {
    if (change instanceof VmChange vm) {
      return vm.vm().name();
    }
    if (change instanceof BuildTemplate template) {
      return "template " + template.vmId();
    }
    if (change instanceof HaChange ha) {
      return (ha instanceof PreferHost ? "group " : ha instanceof KeepApart ? "rule " : "")
          + ha.name();
    }
    return change instanceof FetchImage image ? "image on " + image.host() : change.id().toString();
  }
}
