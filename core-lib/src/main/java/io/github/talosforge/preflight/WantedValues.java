package io.github.talosforge.preflight;

import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.MoveDisk;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import java.util.Map;

/** The configuration that a change gives a VM, as far as its host has to have something for it. */
final class WantedValues implements VmChange.Visitor<Map<String, String>> {
  private static final Map<String, String> NONE = Map.of();

  private WantedValues() {}

  static Map<String, String> of(VmChange change) {
    return change.accept(new WantedValues());
  }

  @Override
  public Map<String, String> visit(CreateVm change) {
    return change.configuration().values();
  }

  @Override
  public Map<String, String> visit(ChangeConfiguration change) {
    return change.values();
  }

  @Override
  public Map<String, String> visit(StopStartVm change) {
    return change.values();
  }

  /** Only marks are written. */
  @Override
  public Map<String, String> visit(AdoptVm change) {
    return NONE;
  }

  /** Disks are looked at with the storages. */
  @Override
  public Map<String, String> visit(AddDisk change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(AddVolumes change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(DetachDisk change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(GrowDisk change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(MoveDisk change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(ReleaseDisks change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(StartVm change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(FreeVolume change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(DestroyVolume change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(ManageHa change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(ReleaseHa change) {
    return NONE;
  }

  @Override
  public Map<String, String> visit(DestroyVm change) {
    return NONE;
  }
}
