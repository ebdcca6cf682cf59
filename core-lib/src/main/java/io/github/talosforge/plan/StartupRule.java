package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.Origin;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Setting the order of starts needs a privilege on the whole of Proxmox. What Talosforge would set
 * by itself is left out without it; what the user wrote is refused.
 */
final class StartupRule {
  private static final String KEY = "startup";
  private static final List<String> PARTS = List.of("order", "up", "down");

  private final boolean allowed;
  private final Draft draft;
  private final Set<NodeName> withoutOrder = new TreeSet<>();

  StartupRule(PlanRequest request, Draft draft) {
    this.allowed = request.observed().allows("/", "Sys.Modify");
    this.draft = draft;
  }

  /**
   * Returns what may be written.
   *
   * @param target the node, marks included
   * @param live the value that the VM has, or null
   */
  NodeTarget apply(NodeTarget target, @Nullable String live) {
    String wanted = target.configuration().values().get(KEY);
    if (allowed || wanted == null || ValueComparison.compare(KEY, live, wanted).isSame()) {
      return target;
    }
    Optional<Origin> written =
        PARTS.stream()
            .flatMap(part -> target.origin(KEY, Optional.of(part)).stream())
            .filter(origin -> !origin.layer().isBuiltIn())
            .findFirst();
    if (written.isPresent()) {
      refuse(target, written.get());
      return target;
    }
    withoutOrder.add(target.node());
    return target.withConfiguration(target.configuration().without(Set.of(KEY)));
  }

  private void refuse(NodeTarget target, Origin origin) {
    draft.report(
        PlanFinding.STARTUP_NOT_ALLOWED,
        origin.location().orElse(null),
        "The startup order of node "
            + target.node()
            + " cannot be set: it needs the privilege Sys.Modify on /.",
        "Grant it to the user and the token, or leave vm_startup_order, vm_startup_delay and"
            + " vm_shutdown_delay out.");
  }

  /** Reports the nodes whose order was left out, all at once: the reason is the same for each. */
  void reportLeftOut() {
    if (!withoutOrder.isEmpty()) {
      draft.report(
          PlanFinding.STARTUP_LEFT_OUT,
          null,
          "No startup order is set for "
              + withoutOrder.stream().map(NodeName::toString).collect(Collectors.joining(", "))
              + ": that needs the privilege Sys.Modify on /.",
          "Nothing to do, unless hosts should start their VMs in order: then grant Sys.Modify on"
              + " /.");
    }
  }
}
