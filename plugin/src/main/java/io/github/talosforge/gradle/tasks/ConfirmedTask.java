package io.github.talosforge.gradle.tasks;

import java.util.List;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;

/** A task that takes something away or over, and only after its words were said. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class ConfirmedTask extends OperationTask {
  /**
   * Takes {@code --confirm}.
   *
   * @param names names of clusters that may lose or get something, or of nodes that may go
   */
  @Option(
      option = "confirm",
      description =
          "The words that the task asks for: the cluster_name, or the names of the nodes that go,"
              + " with commas between.")
  public void confirm(List<String> names) {
    options().give("confirm", options().getConfirmations(), names);
  }
}
