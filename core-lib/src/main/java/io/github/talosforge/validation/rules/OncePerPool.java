package io.github.talosforge.validation.rules;

import io.github.talosforge.model.NodeSpec;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Lets a rule speak of a pool once, whose members all have the line concerned in common. */
final class OncePerPool implements Predicate<NodeSpec> {
  private final Set<String> pools = new HashSet<>();

  @Override
  public boolean test(NodeSpec node) {
    return node.pool().map(member -> pools.add(member.pool())).orElse(true);
  }
}
