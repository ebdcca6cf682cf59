package io.github.talosforge.plan;

import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import org.jspecify.annotations.Nullable;

/** Names of guests that could be names of nodes. */
final class NodeNames {
  private NodeNames() {}

  static @Nullable NodeName of(String name) {
    try {
      return NodeName.of(name);
    } catch (InvalidValueException otherName) {
      return null;
    }
  }
}
