package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.operation.Goal;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Removes templates that were built here and that nothing uses, after the cluster's name was said.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class CleanTemplates extends ConfirmedTask {
  /** Sets what holds unless said otherwise. */
  public CleanTemplates() {
    getKeep().convention("1");
    getImages().convention(false);
  }

  /**
   * Returns how many templates of each schematic and host are kept although nothing uses them.
   *
   * @return a whole number
   */
  @Internal
  @Option(
      option = "keep",
      description = "How many unused templates of each schematic and host to keep (default 1).")
  public abstract Property<String> getKeep();

  /**
   * Returns whether downloaded images that nothing uses are removed too.
   *
   * @return whether images go
   */
  @Internal
  @Option(option = "images", description = "Removes downloaded images that nothing uses, too.")
  public abstract Property<Boolean> getImages();

  @Override
  Goal goal() {
    String keep = getKeep().get();
    if (!keep.matches("[0-9]{1,3}")) {
      throw ClusterFailure.because("--keep takes a whole number from 0 to 999, not '" + keep + "'");
    }
    return new Goal.CleanTemplates(Integer.parseInt(keep), getImages().get());
  }
}
