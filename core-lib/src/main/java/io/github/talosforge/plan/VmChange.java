package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;

/**
 * A change of a node's VM. Changes of the same VM depend on each other in the order in which they
 * stand in the plan, so they never run at once.
 */
public sealed interface VmChange extends Change
    permits CreateVm,
        ChangeConfiguration,
        AddDisk,
        DetachDisk,
        GrowDisk,
        MoveDisk,
        AddVolumes,
        ReleaseDisks,
        StartVm,
        StopStartVm,
        AdoptVm,
        FreeVolume,
        DestroyVolume,
        ManageHa,
        ReleaseHa,
        DestroyVm {

  /** Returns the VM. */
  NodeVm vm();

  /**
   * Hands the change to the method for its kind.
   *
   * @param visitor what is done with each kind of this group
   * @return what the method returns
   */
  <R> R accept(VmChange.Visitor<R> visitor);

  @Override
  default <R> R accept(Change.Visitor<R> visitor) {
    return accept((VmChange.Visitor<R>) visitor);
  }

  /** Has a method for each kind of this group. */
  interface Visitor<R> {
    R visit(CreateVm change);

    R visit(ChangeConfiguration change);

    R visit(AddDisk change);

    R visit(DetachDisk change);

    R visit(GrowDisk change);

    R visit(MoveDisk change);

    R visit(AddVolumes change);

    R visit(ReleaseDisks change);

    R visit(StartVm change);

    R visit(StopStartVm change);

    R visit(AdoptVm change);

    R visit(FreeVolume change);

    R visit(DestroyVolume change);

    R visit(ManageHa change);

    R visit(ReleaseHa change);

    R visit(DestroyVm change);
  }
}
