package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.report.LookedAt;
import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Operation;
import io.github.talosforge.operation.OperationException;
import io.github.talosforge.operation.Result;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Makes existing VMs nodes of the cluster: shows how they differ from the files, and puts the
 * cluster's marks on them once its name was said.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class AdoptNodes extends ConfirmedTask {
  /**
   * Returns which VM becomes which node.
   *
   * @return entries such as {@code 107=cp-1} or {@code old-worker=worker-1}
   */
  @Internal
  @Option(
      option = "vm",
      description = "VM=NODE: the VM of this number or name becomes this node; repeatable.")
  public abstract ListProperty<String> getVms();

  @Override
  Goal goal() {
    return new Goal.Adopt(wishes());
  }

  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    Operation operation = shared.run().operation(goal());
    Plan marks = operation.plan();
    boolean confirmed = operation.isConfirmed() && !plansOnly();
    show(marks, !confirmed || marks.isEmpty());
    OperationException.refuseIfBlocked(marks);
    if (marks.isEmpty()) {
      return;
    }
    if (!printsJson()) {
      getLogger().lifecycle("\nOnce they are nodes, provisionNodes would do this:\n");
      operation
          .later()
          .map(later -> shown(PlanText.render(later, false)).stripTrailing())
          .ifPresent(getLogger()::lifecycle);
    }
    if (confirmed) {
      Result unused = stoppable(shared, operation::run);
      showNodes(cluster, shared, LookedAt.vms(/* drift= */ false));
    } else {
      getLogger()
          .lifecycle("Nothing was written. To put the marks on: --confirm={}", cluster.name());
    }
  }

  private Map<String, NodeName> wishes() {
    Map<String, NodeName> wishes = new LinkedHashMap<>();
    for (String text : getVms().get()) {
      int split = text.lastIndexOf('=');
      if (split < 1 || wishes.put(text.substring(0, split), node(text, split)) != null) {
        throw unreadable(text);
      }
    }
    if (wishes.isEmpty()) {
      throw ClusterFailure.because(
          "adoptNodes needs to know which VM becomes which node: --vm=107=cp-1");
    }
    return wishes;
  }

  private static NodeName node(String text, int split) {
    try {
      return NodeName.of(text.substring(split + 1));
    } catch (InvalidValueException e) {
      throw unreadable(text);
    }
  }

  private static ClusterFailure unreadable(String text) {
    return ClusterFailure.because(
        "--vm takes VM=NODE, the number or name of a VM and the name of a node, each VM once; not '"
            + text
            + "'");
  }
}
