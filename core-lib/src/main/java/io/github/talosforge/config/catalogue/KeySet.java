package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.finding.NearestName;
import io.github.talosforge.model.Layer;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys that can stand in one place, found by every name that they have there. */
public final class KeySet {
  private final Place place;
  private final List<Key<?>> keys;
  private final Map<String, Key<?>> byName;
  private final Setting.Branch builtIn;

  private KeySet(Place place, List<Key<?>> keys) {
    this.place = place;
    this.keys = List.copyOf(keys);
    this.byName = index(keys);
    this.builtIn = builtIn(Layer.BUILT_IN);
  }

  /** Returns the set of these keys. */
  public static KeySet of(Place place, List<Key<?>> keys) {
    return new KeySet(place, keys);
  }

  private static Map<String, Key<?>> index(List<Key<?>> keys) {
    Map<String, Key<?>> byName = new HashMap<>();
    for (Key<?> key : keys) {
      for (String name : key.allNames()) {
        Key<?> other = byName.put(name, key);
        if (other != null) {
          throw new IllegalStateException(
              "'" + name + "' names both " + other.name() + " and " + key.name());
        }
      }
    }
    return byName;
  }

  /** Returns the keys in the order of the reference. */
  public List<Key<?>> keys() {
    return keys;
  }

  /** Returns the preferred names in the order of the reference. */
  public List<String> names() {
    return keys.stream().map(key -> key.nameIn(place)).toList();
  }

  /** Returns every name that is understood. */
  public Collection<String> understood() {
    return byName.keySet();
  }

  /** Returns the preferred names of the keys that have most in common with a name. */
  List<String> nearest(String name, int most) {
    return NearestName.ranked(name, keys.stream().map(Key::allNames).toList()).stream()
        .flatMap(each -> find(each).stream())
        .map(key -> key.nameIn(place))
        .distinct()
        .limit(most)
        .toList();
  }

  /** Returns the key of this name, if one has it. */
  public Optional<Key<?>> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns what Talosforge itself says in a built-in layer. */
  public Setting.Branch builtIn(Layer layer) {
    Map<String, Setting> entries = new LinkedHashMap<>();
    for (Key<?> key : keys) {
      key.builtIn(layer).ifPresent(setting -> entries.put(key.name(), setting));
    }
    return new Setting.Branch(entries);
  }

  Setting.Branch builtIn() {
    return builtIn;
  }

  /** Reports unknown, doubled, missing and wrong entries of a map. */
  public void check(String path, YamlNode.Mapping mapping, Checks checks) {
    Map<String, String> seen = new HashMap<>();
    mapping.entries().forEach((name, entry) -> checkEntry(path, name, entry, seen, checks));
    for (Key<?> key : keys) {
      if (key.required() && !seen.containsKey(key.name())) {
        checks.missing(key.nameIn(place), place, mapping.location(), key.example());
      }
    }
  }

  private void checkEntry(
      String path, String name, YamlNode.Entry entry, Map<String, String> seen, Checks checks) {
    Key<?> key = byName.get(name);
    if (key == null) {
      checks.unknown(name, place, this, entry.keyLocation());
      return;
    }
    String preferred = key.nameIn(place);
    if (!name.equals(preferred)) {
      checks.alias(name, preferred, entry.keyLocation());
    }
    String earlier = seen.put(key.name(), name);
    if (earlier != null) {
      checks.twice(earlier, name, preferred, entry.keyLocation());
    }
    key.check(path.isEmpty() ? name : path + "." + name, entry.value(), checks);
  }
}
