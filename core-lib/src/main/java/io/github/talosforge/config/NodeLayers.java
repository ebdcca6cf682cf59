package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.KubernetesKeys;
import io.github.talosforge.config.catalogue.NodeKeys;
import io.github.talosforge.config.catalogue.Place;
import io.github.talosforge.config.catalogue.Setting;
import io.github.talosforge.config.catalogue.Settings;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.NodeRole;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Merges the layers that a node's settings come from, weakest first. */
final class NodeLayers {
  private final Setting.Branch cluster;
  private final Map<NodeRole, Setting.Branch> byRole = new EnumMap<>(NodeRole.class);

  NodeLayers(Setting.Branch cluster) {
    this.cluster = cluster;
    for (NodeRole role : NodeRole.values()) {
      byRole.put(role, merge(layersBelowNodes(role)));
    }
  }

  /** Returns a node's or a pool's settings over everything that its role inherits. */
  Settings settings(NodeRole role, Setting.Branch own) {
    return new Settings(DerivedDefaults.complete(own.over(inherited(role))));
  }

  private Setting.Branch inherited(NodeRole role) {
    return byRole.getOrDefault(role, Setting.Branch.EMPTY);
  }

  static Setting.Branch merge(List<Setting.Branch> weakestFirst) {
    return weakestFirst.stream()
        .reduce(Setting.Branch.EMPTY, (weaker, stronger) -> stronger.over(weaker));
  }

  private List<Setting.Branch> layersBelowNodes(NodeRole role) {
    boolean controlPlane = role == NodeRole.CONTROL_PLANE;
    return List.of(
        Catalogue.builtIn(Layer.BUILT_IN),
        Catalogue.builtIn(controlPlane ? Layer.BUILT_IN_CONTROL_PLANE : Layer.BUILT_IN_WORKER),
        topLevel(),
        section(Catalogue.VM_DEFAULTS),
        section(Catalogue.VM_ADVANCED),
        patches(
            controlPlane ? KubernetesKeys.PATCHES_CONTROL_PLANE : KubernetesKeys.PATCHES_WORKER),
        section(controlPlane ? Catalogue.CONTROLLER_DEFAULTS : Catalogue.WORKER_DEFAULTS));
  }

  /** The cluster file's top-level keys that speak of nodes. */
  private Setting.Branch topLevel() {
    Map<String, Setting> entries = new LinkedHashMap<>();
    for (Key<?> key : Catalogue.nodeKeys()) {
      Setting setting = cluster.entries().get(key.name());
      if (setting != null && key.places().contains(Place.CLUSTER)) {
        entries.put(key.name(), setting);
      }
    }
    return patches(KubernetesKeys.PATCHES_ALL).over(new Setting.Branch(entries));
  }

  private Setting.Branch section(Key<Settings> key) {
    return branch(cluster, key.name());
  }

  /** The cluster's patches of one kind, under the key that nodes have for theirs. */
  private Setting.Branch patches(Key<?> kind) {
    Map<String, Setting> named = new LinkedHashMap<>();
    branch(branch(cluster, KubernetesKeys.PATCHES.name()), kind.name())
        .entries()
        .forEach((name, patch) -> named.put(kind.name() + "/" + name, patch));
    return named.isEmpty()
        ? Setting.Branch.EMPTY
        : new Setting.Branch(Map.of(NodeKeys.PATCHES.name(), new Setting.Branch(named)));
  }

  private static Setting.Branch branch(Setting.Branch parent, String name) {
    return parent.entries().get(name) instanceof Setting.Branch branch
        ? branch
        : Setting.Branch.EMPTY;
  }
}
