package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.Layer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A map with known keys.
 *
 * @param place where the keys stand
 * @param keys the keys in the order of the reference
 * @param own the layer that the section is, if it is one
 * @param shorthand the key that a value without keys is for
 */
public record SectionType(Place place, KeySet keys, Optional<Layer> own, Optional<String> shorthand)
    implements ValueType<Settings> {
  private static final int MOST_NAMES = 12;
  private static final int FEW_NAMES = 3;

  /** Returns a section with these keys. */
  public static SectionType of(Place place, List<Key<?>> keys) {
    return new SectionType(place, KeySet.of(place, keys), Optional.empty(), Optional.empty());
  }

  /** Returns a section inside of another value. */
  public static SectionType nested(Key<?>... keys) {
    return of(Place.NESTED, List.of(keys));
  }

  /** Returns the same section as a layer of its own. */
  public SectionType as(Layer layer) {
    return new SectionType(place, keys, Optional.of(layer), shorthand);
  }

  /** Returns the same section that takes a value without keys for the value of this key. */
  public SectionType orJust(Key<?> key) {
    return new SectionType(place, keys, own, Optional.of(key.name()));
  }

  /** Nobody reads eighty names: of a long section the first few stand for all. */
  @Override
  public String expected() {
    List<String> names = keys.names();
    return names.size() > MOST_NAMES
        ? "a map with keys such as " + String.join(", ", names.subList(0, FEW_NAMES))
        : "a map with the keys " + String.join(", ", names);
  }

  @Override
  public void check(String key, YamlNode node, Checks checks) {
    if (node instanceof YamlNode.Mapping mapping) {
      keys.check(key, mapping, checks);
    } else if (shorthand.isPresent()) {
      keys.find(shorthand.get()).orElseThrow().type().check(key, node, checks);
    } else {
      checks.wrongKind(key, expected(), node);
    }
  }

  @Override
  public Setting.Branch setting(YamlNode node, Layer layer) {
    Layer inside = own.orElse(layer);
    Map<String, Setting> entries = new LinkedHashMap<>();
    if (node instanceof YamlNode.Mapping mapping) {
      mapping
          .entries()
          .forEach(
              (name, entry) ->
                  keys.find(name)
                      .ifPresent(
                          key -> entries.put(key.name(), key.setting(entry.value(), inside))));
    } else {
      keys.find(shorthand.orElseThrow())
          .ifPresent(key -> entries.put(key.name(), key.setting(node, inside)));
    }
    return new Setting.Branch(entries);
  }

  @Override
  public Setting nothing(YamlNode node, Layer layer) {
    return Setting.Branch.NOTHING;
  }

  /** Taking a section back brings its keys' defaults back, for nothing works without them. */
  @Override
  public Settings value(Setting setting) {
    Setting.Branch said = new Setting.Branch(Leaves.branch(setting).entries());
    return new Settings(said.over(keys.builtIn()));
  }
}
