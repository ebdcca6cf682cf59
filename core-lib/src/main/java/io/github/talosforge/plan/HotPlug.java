package io.github.talosforge.plan;

import java.util.Set;

/** When a change of a running VM takes effect. */
final class HotPlug {
  private static final Set<String> REPLACED_CARD = Set.of("model", "macaddr", "queues", "mtu");

  private HotPlug() {}

  static boolean interruptsNetwork(FieldChange field) {
    return field.key().matches("net\\d+")
        && field.effect() == Effect.AT_ONCE
        && field.oldValue().isPresent()
        && field.part().filter(REPLACED_CARD::contains).isPresent();
  }
}
