package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Adoption;
import io.github.talosforge.plan.PlanText;
import java.util.LinkedHashMap;
import java.util.List;
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
public abstract class AdoptNodes extends ProxmoxTask {
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

  /**
   * Takes {@code --confirm}.
   *
   * @param clusters names of clusters that may get VMs
   */
  @Option(option = "confirm", description = "The cluster_name, to have the marks written.")
  public void confirm(List<String> clusters) {
    options().give("confirm", options().getConfirmations(), clusters);
  }

  @Override
  void work(ClusterSpec cluster, SharedSession session) {
    if (cluster.uid().isEmpty()) {
      throw Trouble.noUid();
    }
    Adoption adoption = session.planAdoption(wishes());
    String name = cluster.name().toString();
    boolean confirmed = options().getConfirmations().get().contains(name) && !plansOnly();
    show(adoption.marks(), !confirmed);
    refuseIfBlocked(adoption.marks());
    if (adoption.marks().isEmpty()) {
      return;
    }
    if (!printsJson()) {
      getLogger().lifecycle("\nOnce they are nodes, provisionNodes would do this:\n");
      getLogger().lifecycle(shown(PlanText.render(adoption.later(), false)).stripTrailing());
    }
    if (confirmed) {
      apply(adoption.marks(), session);
      showNodes(cluster, session, false);
    } else {
      getLogger().lifecycle("Nothing was written. To put the marks on: --confirm={}", name);
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
