package io.github.talosforge.machineconfig.patch;

import java.util.ArrayList;
import java.util.List;

/** A place in a document, such as {@code machine.network.interfaces[0].mtu}. */
record ConfigPath(List<String> steps) {
  static final ConfigPath ROOT = new ConfigPath(List.of());

  ConfigPath key(String name) {
    List<String> longer = new ArrayList<>(steps);
    longer.add(name);
    return new ConfigPath(List.copyOf(longer));
  }

  ConfigPath item(int index) {
    return key("[" + index + "]");
  }

  boolean isRoot() {
    return steps.isEmpty();
  }

  @Override
  public String toString() {
    return String.join(".", steps).replace(".[", "[");
  }
}
