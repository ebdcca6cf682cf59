package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.FreeYaml;

/** A taint, which is written {@code key=value:Effect} or {@code key:Effect}. */
record Taint(String key, String value, String effect) {

  static Taint of(String text) {
    int colon = text.lastIndexOf(':');
    String name = text.substring(0, colon);
    int equals = name.indexOf('=');
    return new Taint(
        equals < 0 ? name : name.substring(0, equals),
        equals < 0 ? "" : name.substring(equals + 1),
        text.substring(colon + 1));
  }

  /** Returns what stands behind the key in {@code machine.nodeTaints}. */
  String asTalosWritesIt() {
    return value.isEmpty() ? effect : value + ":" + effect;
  }

  FreeYaml.Mapping asKubernetesWritesIt() {
    Fields taint = new Fields().put("key", key);
    if (!value.isEmpty()) {
      taint.put("value", value);
    }
    return taint.put("effect", effect).mapping();
  }
}
