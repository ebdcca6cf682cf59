package io.github.talosforge.journal;

import io.github.talosforge.observe.NodeVm;
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
import io.github.talosforge.plan.HaChange;
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
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.report.PlanDiff.Sign;

/** How each kind of change is told. */
final class Tellings implements Change.Visitor<Tellings.Telling> {
  /**
   * How a change is told.
   *
   * @param sign in which direction something changes
   * @param subject what it is about, such as {@code cp-1}
   * @param details what tells the subject from others
   * @param line what is done, such as {@code cp-1: create VM 2000 on pve1}
   */
  record Telling(Sign sign, String subject, String details, String line) {
    /** The name of the change is what it is about. */
    private static Telling of(Sign sign, Change change, String line) {
      return new Telling(sign, change.id().toString(), line.replaceFirst("^[^:]*: ", ""), line);
    }
  }

  private static Sign changed(Change change) {
    return change.disruptive() ? Sign.DISRUPT : Sign.CHANGE;
  }

  @Override
  public Telling visit(BuildTemplate template) {
    String subject = "template " + template.vmId();
    String details = template.identity().name() + " · on " + template.host();
    return new Telling(Sign.ADD, subject, details, subject + ": build on " + template.host());
  }

  @Override
  public Telling visit(FetchImage image) {
    String what = "download to " + image.imageStorage() + " of " + image.host();
    return new Telling(Sign.ADD, "image on " + image.host(), what, "image: " + what);
  }

  @Override
  public Telling visit(CreateVm change) {
    return vm(Sign.ADD, "create", change);
  }

  @Override
  public Telling visit(ChangeConfiguration change) {
    return vm(changed(change), "change", change);
  }

  @Override
  public Telling visit(AddDisk change) {
    return vm(changed(change), "add a disk to", change);
  }

  @Override
  public Telling visit(AddVolumes change) {
    return vm(changed(change), "add volumes to", change);
  }

  @Override
  public Telling visit(DetachDisk change) {
    return vm(changed(change), "detach a disk of", change);
  }

  @Override
  public Telling visit(ReleaseDisks change) {
    return vm(changed(change), "take the data disks off", change);
  }

  @Override
  public Telling visit(GrowDisk change) {
    return vm(changed(change), "grow a disk of", change);
  }

  @Override
  public Telling visit(MoveDisk change) {
    return vm(changed(change), "move a disk of", change);
  }

  @Override
  public Telling visit(StartVm change) {
    return vm(changed(change), "start", change);
  }

  @Override
  public Telling visit(StopStartVm change) {
    return vm(changed(change), "stop and start", change);
  }

  @Override
  public Telling visit(AdoptVm change) {
    return vm(changed(change), "adopt", change);
  }

  @Override
  public Telling visit(FreeVolume change) {
    return vm(changed(change), "remove an unused volume of", change);
  }

  @Override
  public Telling visit(DestroyVolume change) {
    return vm(changed(change), "destroy a volume of", change);
  }

  @Override
  public Telling visit(ManageHa change) {
    return vm(changed(change), "have high availability look after", change);
  }

  @Override
  public Telling visit(ReleaseHa change) {
    return vm(changed(change), "release from high availability", change);
  }

  @Override
  public Telling visit(DestroyVm change) {
    return vm(Sign.REMOVE, "destroy", change);
  }

  private static Telling vm(Sign sign, String verb, VmChange change) {
    NodeVm vm = change.vm();
    String address = vm.address().map(ip -> " · " + ip).orElse("");
    return new Telling(
        sign,
        vm.name(),
        vm.roleLabel() + " · " + vm.label() + address,
        vm.name() + ": " + verb + " " + vm.label());
  }

  @Override
  public Telling visit(KeepApart rule) {
    return availability(rule.known() ? changed(rule) : Sign.ADD, "rule ", rule);
  }

  @Override
  public Telling visit(PreferHost group) {
    return availability(group.known() ? changed(group) : Sign.ADD, "group ", group);
  }

  @Override
  public Telling visit(RemoveHaEntry entry) {
    return availability(Sign.REMOVE, "", entry);
  }

  private static Telling availability(Sign sign, String kind, HaChange change) {
    String words = "high availability";
    return new Telling(sign, kind + change.name(), words, words + ": " + change.name());
  }

  @Override
  public Telling visit(RemoveTemplate template) {
    String kind = template.begun().isPresent() ? "unfinished template " : "template ";
    return Telling.of(
        Sign.REMOVE, template, kind + template.vmId() + ": remove from " + template.host());
  }

  @Override
  public Telling visit(RemoveImage image) {
    return Telling.of(
        Sign.REMOVE, image, "image " + image.volume() + ": remove from " + image.host());
  }

  @Override
  public Telling visit(RemoveDisc disc) {
    return Telling.of(Sign.REMOVE, disc, "CD " + disc.volume() + ": remove from " + disc.host());
  }

  @Override
  public Telling visit(ConfigureMachine machine) {
    Sign sign = machine.way().isFirst() ? Sign.ADD : changed(machine);
    return Telling.of(sign, machine, machine.id().toString());
  }

  @Override
  public Telling visit(BeginEtcd etcd) {
    return Telling.of(Sign.ADD, etcd, etcd.id().toString());
  }

  @Override
  public Telling visit(WithdrawDisc disc) {
    return Telling.of(Sign.REMOVE, disc, disc.node() + ": take away the CD " + disc.volume());
  }
}
