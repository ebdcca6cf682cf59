package io.github.talosforge.gradle.options;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;

/**
 * The options of one cluster's tasks. All tasks of the cluster share one object, so that an option
 * given to {@code provisionNodes} also reaches {@code buildTemplate}, which runs first.
 */
public abstract class ChainOptions {
  private final Map<String, Object> given = new HashMap<>();

  /**
   * Returns the globs of the nodes to work on; empty means all.
   *
   * @return the globs
   */
  public abstract ListProperty<String> getNodes();

  /**
   * Returns the globs of the nodes to leave alone.
   *
   * @return the globs
   */
  public abstract ListProperty<String> getExcludes();

  /**
   * Returns the names of the clusters that may be destroyed.
   *
   * @return the names
   */
  public abstract ListProperty<String> getConfirmations();

  /**
   * Returns whether VMs may be stopped and started.
   *
   * @return whether a reboot is allowed
   */
  public abstract Property<Boolean> getAllowReboot();

  /**
   * Returns whether to plan without changing anything.
   *
   * @return whether nothing is written
   */
  public abstract Property<Boolean> getPlanOnly();

  /**
   * Returns whether a difference between files and live system is a failure.
   *
   * @return whether a difference is a failure
   */
  public abstract Property<Boolean> getFailOnDrift();

  /**
   * Returns whether results are printed as JSON.
   *
   * @return whether to print JSON
   */
  public abstract Property<Boolean> getJson();

  /**
   * Returns how long one task may wait, as the user wrote it.
   *
   * @return the time, read by {@link TimeSpan}
   */
  public abstract Property<String> getTimeout();

  /**
   * Returns how many changes are made at the same time.
   *
   * @return the number
   */
  public abstract Property<Integer> getMaxParallel();

  /**
   * Returns the plan that is applied only if the world still matches it.
   *
   * @return the path of the plan file
   */
  public abstract Property<String> getPlan();

  /**
   * Returns the file to whose end every write is added as a line of JSON.
   *
   * @return the path of the file
   */
  public abstract Property<String> getAuditFile();

  /**
   * Lets everything that is not said to a task of this cluster follow what is said to the tasks of
   * all clusters.
   *
   * @param all the options of the tasks without a cluster's name
   */
  public void follow(ChainOptions all) {
    getNodes().convention(all.getNodes());
    getExcludes().convention(all.getExcludes());
    getConfirmations().convention(all.getConfirmations());
    getAllowReboot().convention(all.getAllowReboot());
    getPlanOnly().convention(all.getPlanOnly());
    getJson().convention(all.getJson());
    getFailOnDrift().convention(all.getFailOnDrift());
    getTimeout().convention(all.getTimeout());
    getMaxParallel().convention(all.getMaxParallel());
    getPlan().convention(all.getPlan());
    getAuditFile().convention(all.getAuditFile());
  }

  /**
   * Takes one option of the command line.
   *
   * @param option the name of the option
   * @param target where the value goes
   * @param value what was given
   * @param <T> the type of the value
   */
  public <T> void give(String option, Property<T> target, T value) {
    refuseAnother(option, value);
    target.set(value);
  }

  /**
   * Takes one repeatable option of the command line.
   *
   * @param option the name of the option
   * @param target where the values go
   * @param values what was given
   */
  public void give(String option, ListProperty<String> target, List<String> values) {
    refuseAnother(option, values);
    target.set(values);
  }

  /** Two tasks of one chain cannot mean different things by the same option. */
  private void refuseAnother(String option, Object value) {
    Object earlier = given.putIfAbsent(option, value);
    if (earlier != null && !earlier.equals(value)) {
      throw new InvalidUserDataException(
          "--%s holds for all tasks of a cluster, but is given as '%s' and as '%s'; give it once"
              .formatted(option, earlier, value));
    }
  }
}
