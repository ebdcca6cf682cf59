package io.github.talosforge.validation;

import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.fixture.NodeFixture;
import io.github.talosforge.model.ClusterSpec;
import java.util.function.Consumer;

/**
 * A cluster that a rule must find something in, and one like it that the rule must leave alone.
 *
 * @param code the rule's code
 * @param offending the cluster with the mistake
 * @param message a part of what is reported
 * @param harmless the cluster without it
 */
record RuleExample(String code, ClusterSpec offending, String message, ClusterSpec harmless) {

  static RuleExample cluster(
      String code,
      Consumer<ClusterFixture> offending,
      String message,
      Consumer<ClusterFixture> harmless) {
    return new RuleExample(
        code,
        ClusterFixture.sound().with(offending).build(),
        message,
        ClusterFixture.sound().with(harmless).build());
  }

  /** Returns an example of one more worker. */
  static RuleExample node(
      String code,
      Consumer<NodeFixture> offending,
      String message,
      Consumer<NodeFixture> harmless) {
    return cluster(
        code,
        cluster -> cluster.worker("odd", offending),
        message,
        cluster -> cluster.worker("odd", harmless));
  }

  @Override
  public String toString() {
    return code;
  }
}
