package io.github.talosforge.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A plan in numbers. Every change is counted somewhere, so that no plan which does something reads
 * as one that does nothing.
 *
 * @param templates templates to build
 * @param fetch images to download
 * @param create VMs to make or to finish
 * @param change VMs, and rules and groups of high availability, to change
 * @param start VMs to start that are otherwise as they should be
 * @param stopStart VMs that need a stop and start, whether this plan does it or not
 * @param destroy VMs to destroy
 * @param remove templates and images to remove
 * @param discs CDs with configurations to remove
 * @param configure machines to configure
 * @param bootstrap whether etcd is begun, as a number
 */
public record PlanSummary(
    int templates,
    int fetch,
    int create,
    int change,
    int start,
    int stopStart,
    int destroy,
    int remove,
    int discs,
    int configure,
    int bootstrap) {

  /** Counts. */
  public static PlanSummary of(Plan plan) {
    Set<String> created = names(plan, CreateVm.class);
    Set<String> destroyed = names(plan, DestroyVm.class);
    Set<String> started = names(plan, StartVm.class);
    Set<String> changed = new TreeSet<>();
    plan.changes(VmChange.class).stream()
        .filter(change -> !(change instanceof StartVm) && !(change instanceof StopStartVm))
        .forEach(change -> changed.add(change.vm().name()));
    changed.removeAll(created);
    changed.removeAll(destroyed);
    started.removeAll(changed);
    return new PlanSummary(
        plan.changes(BuildTemplate.class).size(),
        plan.changes(FetchImage.class).size(),
        plan.changes(CreateVm.class).size(),
        changed.size() + plan.changes(HaChange.class).size(),
        started.size(),
        plan.waiting().size() + plan.changes(StopStartVm.class).size(),
        plan.changes(DestroyVm.class).size(),
        plan.changes(RemoveTemplate.class).size() + plan.changes(RemoveImage.class).size(),
        plan.changes(RemoveDisc.class).size() + plan.changes(WithdrawDisc.class).size(),
        plan.changes(ConfigureMachine.class).size(),
        plan.changes(BeginEtcd.class).size());
  }

  private static <C extends VmChange> Set<String> names(Plan plan, Class<C> kind) {
    Set<String> names = new TreeSet<>();
    plan.changes(kind).forEach(change -> names.add(change.vm().name()));
    return names;
  }

  /** Returns one line, such as {@code 3 to create, 1 to change, …}. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    add(parts, templates, "template to build", "templates to build");
    if (templates + create == 0) {
      add(parts, fetch, "image to download", "images to download");
    }
    boolean onlyCleaning = remove + discs > 0 && create + stopStart + destroy == 0;
    if (onlyCleaning) {
      cleaning(parts);
    } else {
      parts.add(create + " to create");
    }
    if (!onlyCleaning || change > 0) {
      parts.add(change + " to change");
    }
    if (start > 0) {
      parts.add(start + " to start");
    }
    if (!onlyCleaning) {
      parts.add(stopStart + (stopStart == 1 ? " needs" : " need") + " a stop and start");
      parts.add(destroy + " to destroy");
      cleaning(parts);
    }
    add(parts, configure, "machine to configure", "machines to configure");
    if (bootstrap > 0) {
      parts.add("etcd to bootstrap");
    }
    return String.join(", ", parts);
  }

  private void cleaning(List<String> parts) {
    add(parts, remove, "template or image to remove", "templates and images to remove");
    add(parts, discs, "CD to remove", "CDs to remove");
  }

  private static void add(List<String> parts, int count, String one, String many) {
    if (count > 0) {
      parts.add(count + " " + (count == 1 ? one : many));
    }
  }
}
