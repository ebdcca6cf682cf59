package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.VmId;
import java.util.Optional;
import java.util.Set;

/**
 * Removes a template that was built here and that nothing uses, with its disks; or what there is of
 * one that was never finished.
 *
 * @param id the name of the change
 * @param marks what the template must still show
 * @param host where the template is
 * @param vmId its id
 * @param begun who began to build it, if it never became a template; else empty
 * @param dependencies the changes before
 */
public record RemoveTemplate(
    ChangeId id,
    TemplateMarks marks,
    HostName host,
    VmId vmId,
    Optional<BuilderMark> begun,
    Set<ChangeId> dependencies)
    implements CleaningChange {

  /** Keeps an own copy of the set. */
  public RemoveTemplate {
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public <R> R accept(CleaningChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
