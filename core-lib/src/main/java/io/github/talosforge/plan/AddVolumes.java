package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.NodeVm;
import java.util.List;
import java.util.Set;

/**
 * Makes volumes that a data VM keeps, attached to nothing there: whoever starts it or backs it up
 * opens none of them. A volume that an interrupted run made already is taken as it is.
 *
 * @param id the name of the change
 * @param vm the data VM
 * @param volumes the volumes
 * @param dependencies the changes before
 */
public record AddVolumes(
    ChangeId id, NodeVm vm, List<NewVolume> volumes, Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps own copies of the collections. */
  public AddVolumes {
    volumes = List.copyOf(volumes);
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public boolean disruptive() {
    return false;
  }

  @Override
  public <R> R accept(VmChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }

  /**
   * A volume.
   *
   * @param name what the node's files call it
   * @param storage where it is made
   * @param file the name that it is made by
   * @param volume the identifier that it then has
   * @param size its size
   */
  public record NewVolume(
      String name, StorageName storage, String file, String volume, DiskSize size) {}
}
