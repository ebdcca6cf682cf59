package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.Layer;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A key in the making. */
final class KeyDeclaration<T> {
  final String name;
  final ValueType<T> type;
  final Map<Place, String> places = new EnumMap<>(Place.class);
  final Set<String> aliases = new LinkedHashSet<>();
  final Map<Layer, YamlNode> defaults = new EnumMap<>(Layer.class);
  final Set<OptionPart> decides = new LinkedHashSet<>();
  boolean required;
  String description = "";
  String example = "";

  KeyDeclaration(String name, ValueType<T> type) {
    this.name = name;
    this.type = type;
  }

  KeyDeclaration<T> at(Place... where) {
    List.of(where).forEach(place -> places.put(place, name));
    return this;
  }

  KeyDeclaration<T> at(Place place, String preferred) {
    places.put(place, preferred);
    return this;
  }

  /** On nodes, in pools and in the sections of VM defaults. */
  KeyDeclaration<T> onNodes() {
    return at(Place.VM_SECTION, Place.POOL, Place.NODE);
  }

  /** As {@link #onNodes}, and at the cluster file's top level too. */
  KeyDeclaration<T> everywhere() {
    return onNodes().at(Place.CLUSTER);
  }

  KeyDeclaration<T> alias(String... names) {
    aliases.addAll(List.of(names));
    return this;
  }

  KeyDeclaration<T> builtIn(String text) {
    defaults.put(Layer.BUILT_IN, Leaves.builtIn(text));
    return this;
  }

  KeyDeclaration<T> builtIn(List<String> texts) {
    defaults.put(Layer.BUILT_IN, Leaves.builtIn(texts));
    return this;
  }

  KeyDeclaration<T> builtIn(String controlPlane, String worker) {
    defaults.put(Layer.BUILT_IN_CONTROL_PLANE, Leaves.builtIn(controlPlane));
    defaults.put(Layer.BUILT_IN_WORKER, Leaves.builtIn(worker));
    return this;
  }

  KeyDeclaration<T> required() {
    required = true;
    return this;
  }

  /** Decides options of the VM, or parts of them, such as {@code net0.queues}. */
  KeyDeclaration<T> sets(String... options) {
    List.of(options).forEach(option -> decides.add(OptionPart.of(option)));
    return this;
  }

  Key<T> means(String sentence, String shown) {
    description = sentence;
    example = shown;
    return new Key<>(this);
  }
}
