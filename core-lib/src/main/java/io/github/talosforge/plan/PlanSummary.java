package io.github.talosforge.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A plan in numbers.
 *
 * @param templates templates to build
 * @param create VMs to make or to finish
 * @param change VMs, and rules and groups of high availability, to change
 * @param start VMs to start that are otherwise as they should be
 * @param stopStart VMs that need a stop and start, whether this plan does it or not
 * @param destroy VMs to destroy
 * @param remove templates and images to remove
 * @param configure machines to configure
 * @param bootstrap whether etcd is begun, as a number
 */
public record PlanSummary(
    int templates,
    int create,
    int change,
    int start,
    int stopStart,
    int destroy,
    int remove,
    int configure,
    int bootstrap) {

  /** Counts. */
  public static PlanSummary of(Plan plan) {
    Set<Object> changed = new TreeSet<>();
    Set<Object> started = new TreeSet<>();
    for (VmChange change : plan.changes(VmChange.class)) {
      if (change instanceof ChangeConfiguration
          || change instanceof AddDisk
          || change instanceof DetachDisk
          || change instanceof AdoptVm
          || change instanceof FreeVolume
          || change instanceof DestroyVolume
          || change instanceof ManageHa
          || change instanceof ReleaseHa
          || change instanceof GrowDisk
          || change instanceof AddVolumes) {
        changed.add(change.vm().name());
      } else if (change instanceof StartVm) {
        started.add(change.vm().name());
      }
    }
    plan.changes(CreateVm.class).forEach(made -> changed.remove(made.vm().name()));
    started.removeAll(changed);
    return new PlanSummary(
        plan.changes(BuildTemplate.class).size(),
        plan.changes(CreateVm.class).size(),
        changed.size() + plan.changes(HaChange.class).size(),
        started.size(),
        plan.waiting().size() + plan.changes(StopStartVm.class).size(),
        plan.changes(DestroyVm.class).size(),
        plan.changes(RemoveTemplate.class).size() + plan.changes(RemoveImage.class).size(),
        plan.changes(ConfigureMachine.class).size(),
        plan.changes(BeginEtcd.class).size());
  }

  /** Returns one line, such as {@code 3 to create, 1 to change, …}. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (remove > 0) {
      String what = remove == 1 ? " template or image" : " templates and images";
      return remove + what + " to remove" + (change > 0 ? ", " + change + " to change" : "");
    }
    if (templates > 0) {
      parts.add(templates + (templates == 1 ? " template to build" : " templates to build"));
    }
    parts.add(create + " to create");
    parts.add(change + " to change");
    if (start > 0) {
      parts.add(start + " to start");
    }
    parts.add(stopStart + (stopStart == 1 ? " needs" : " need") + " a stop and start");
    parts.add(destroy + " to destroy");
    if (configure > 0) {
      parts.add(configure + (configure == 1 ? " machine" : " machines") + " to configure");
    }
    if (bootstrap > 0) {
      parts.add("etcd to bootstrap");
    }
    return String.join(", ", parts);
  }
}
