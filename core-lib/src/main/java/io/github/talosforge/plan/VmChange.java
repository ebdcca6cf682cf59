package io.github.talosforge.plan;

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
}
