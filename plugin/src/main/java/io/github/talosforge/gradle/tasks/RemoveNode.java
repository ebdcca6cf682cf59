package io.github.talosforge.gradle.tasks;

import io.github.talosforge.operation.Goal;
import org.gradle.api.tasks.UntrackedTask;

/**
 * Lets nodes leave a cluster that goes on, after their names were said: pods leave them, a control
 * plane leaves etcd, the VM goes, and Kubernetes forgets the node.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class RemoveNode extends RemovalTask {
  @Override
  Goal goal() {
    return new Goal.RemoveNodes(
        selection(), getLiftProtection().getOrElse(false), getWithData().getOrElse(false));
  }
}
