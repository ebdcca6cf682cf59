package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.Layer;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A key of the files.
 *
 * @param <T> its value in Java
 */
public final class Key<T> {
  private final String name;
  private final ValueType<T> type;
  private final Map<Place, String> places;
  private final Set<String> aliases;
  private final Map<Layer, YamlNode> defaults;
  private final List<OptionPart> decides;
  private final boolean required;
  private final String description;
  private final String example;

  Key(KeyDeclaration<T> declaration) {
    this.name = declaration.name;
    this.type = declaration.type;
    this.places = new EnumMap<>(declaration.places);
    this.aliases = new LinkedHashSet<>(declaration.aliases);
    this.defaults = new EnumMap<>(declaration.defaults);
    this.decides = List.copyOf(declaration.decides);
    this.required = declaration.required;
    this.description = declaration.description;
    this.example = declaration.example;
  }

  /** Begins the declaration of a key. */
  static <T> KeyDeclaration<T> named(String name, ValueType<T> type) {
    return new KeyDeclaration<>(name, type);
  }

  /** Returns the name that explanations use, the preferred one on nodes. */
  public String name() {
    return name;
  }

  /** Returns the kind of value. */
  public ValueType<T> type() {
    return type;
  }

  /** Returns the places where the key can stand. */
  public Set<Place> places() {
    return Set.copyOf(places.keySet());
  }

  /** Returns the preferred name in a place. */
  public String nameIn(Place place) {
    return places.getOrDefault(place, name);
  }

  /** Returns every name that is understood, in whatever place. */
  public Set<String> allNames() {
    Set<String> names = new LinkedHashSet<>();
    names.add(name);
    names.addAll(places.values());
    names.addAll(aliases);
    return names;
  }

  /** Returns what the key decides of the VM's configuration in Proxmox VE. */
  public List<OptionPart> decides() {
    return decides;
  }

  /** Tells whether the key must be written. */
  public boolean required() {
    return required;
  }

  /** Returns what the key means, as a sentence. */
  public String description() {
    return description;
  }

  /** Returns an example of a value, as YAML. */
  public String example() {
    return example;
  }

  /** Returns the default of a built-in layer, as it would be typed. */
  public Optional<String> defaultIn(Layer layer) {
    return Optional.ofNullable(defaults.get(layer)).map(node -> node.render(List.of(name)));
  }

  /** Returns what a built-in layer says with a text that depends on other values. */
  public Setting preset(String text) {
    return type.setting(Leaves.builtIn(text), Layer.BUILT_IN);
  }

  /** Tells whether the key holds a layer of VM defaults. */
  public boolean isSectionOfVmDefaults() {
    return type instanceof SectionType section && section.place() == Place.VM_SECTION;
  }

  Optional<Setting> builtIn(Layer layer) {
    if (type instanceof SectionType section && section.place() == Place.NESTED) {
      Setting.Branch inside = section.keys().builtIn(layer);
      return inside.entries().isEmpty() ? Optional.empty() : Optional.of(inside);
    }
    return Optional.ofNullable(defaults.get(layer)).map(node -> type.setting(node, layer));
  }

  /** Null takes back what weaker layers say, where there is a meaning without a value. */
  void check(String path, YamlNode node, Checks checks) {
    if (!isNull(node)) {
      type.check(path, node, checks);
    } else if (required || (!defaults.isEmpty() && type instanceof ScalarType<?>)) {
      checks.noValue(path, type.expected(), node.location());
    }
  }

  Setting setting(YamlNode node, Layer layer) {
    return isNull(node) ? type.nothing(node, layer) : type.setting(node, layer);
  }

  private static boolean isNull(YamlNode node) {
    return node instanceof YamlNode.Scalar scalar && scalar.isNull();
  }

  @Override
  public String toString() {
    return name;
  }

  static List<Key<?>> in(Place place, List<Key<?>> keys) {
    return keys.stream().filter(key -> key.places.containsKey(place)).toList();
  }
}
