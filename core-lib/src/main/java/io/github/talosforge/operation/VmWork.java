package io.github.talosforge.operation;

import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.CreateVm.Source;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.TemplateRef;
import io.github.talosforge.plan.VmChange;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a plan does to the nodes' VMs, whether their templates and images are there or still to
 * come.
 */
final class VmWork {
  private VmWork() {}

  static List<VmChange> of(Plan plan) {
    return plan.changes(VmChange.class).stream().map(VmWork::withoutPreparation).toList();
  }

  private static VmChange withoutPreparation(VmChange change) {
    return change instanceof CreateVm create
        ? new CreateVm(
            create.id(),
            create.vm(),
            source(create),
            create.description(),
            create.creation(),
            create.configuration(),
            create.sizes(),
            create.pool(),
            create.start(),
            Set.of())
        : change;
  }

  /** A template is told by name and host: its id is known for certain only when it was built. */
  private static Source source(CreateVm create) {
    if (create.source() instanceof Source.Clone clone) {
      TemplateRef template = clone.template();
      return new Source.Clone(
          new TemplateRef(
              template.name(),
              template.host(),
              create.vm().vmId(),
              Optional.empty(),
              Optional.empty()),
          clone.mode(),
          clone.storage());
    }
    return create.source();
  }
}
