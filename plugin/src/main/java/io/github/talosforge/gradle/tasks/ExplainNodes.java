package io.github.talosforge.gradle.tasks;

import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.NodeSpec;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/** Shows every value of each node with the layer, file and line that gave it. */
@UntrackedTask(because = "Its result is what it prints")
public abstract class ExplainNodes extends SelectingTask {
  /** Prints the values. */
  @TaskAction
  public void explain() {
    chosenNodes(readCluster()).forEach(this::explain);
  }

  private void explain(NodeSpec node) {
    getLogger().quiet("{}:", node.name());
    node.provenance().values().stream()
        .map(ExplainedValue::render)
        .forEach(line -> getLogger().quiet("  {}", shown(line)));
  }
}
