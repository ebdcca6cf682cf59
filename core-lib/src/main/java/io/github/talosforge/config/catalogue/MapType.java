package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Layer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map from names that the user chooses.
 *
 * @param name the grammar of the names
 * @param element the kind of the values
 * @param <E> a value in Java
 */
public record MapType<E>(ScalarType<String> name, ValueType<E> element)
    implements ValueType<Map<String, E>> {

  @Override
  public String expected() {
    return "a map from " + name.expected() + " to " + element.expected();
  }

  @Override
  public void check(String key, YamlNode node, Checks checks) {
    if (!(node instanceof YamlNode.Mapping mapping)) {
      checks.wrongKind(key, expected(), node);
      return;
    }
    mapping
        .entries()
        .forEach(
            (field, entry) -> {
              try {
                String unused = name.parse(field);
              } catch (InvalidValueException e) {
                checks.invalidName(key, field, e.expected(), entry.keyLocation());
              }
              if (!takesBack(entry.value())) {
                element.check(key + "." + field, entry.value(), checks);
              }
            });
  }

  @Override
  public Setting setting(YamlNode node, Layer layer) {
    Map<String, Setting> entries = new LinkedHashMap<>();
    ((YamlNode.Mapping) node)
        .entries()
        .forEach((field, entry) -> entries.put(field, entry(entry.value(), layer)));
    return new Setting.Branch(entries);
  }

  private Setting entry(YamlNode node, Layer layer) {
    return takesBack(node) ? element.nothing(node, layer) : element.setting(node, layer);
  }

  @Override
  public Setting nothing(YamlNode node, Layer layer) {
    return Setting.Branch.NOTHING;
  }

  @Override
  public Map<String, E> value(Setting setting) {
    Map<String, E> values = new LinkedHashMap<>();
    Leaves.branch(setting)
        .entries()
        .forEach(
            (field, entry) -> {
              if (!isTakenBack(entry)) {
                values.put(field, element.value(entry));
              }
            });
    return Collections.unmodifiableMap(values);
  }

  private boolean isTakenBack(Setting setting) {
    return setting instanceof Setting.Leaf leaf
        ? takesBack(leaf.node())
        : setting.equals(Setting.Branch.NOTHING);
  }

  /** A name without a value takes the weaker layers' value back, unless no text is a value too. */
  private boolean takesBack(YamlNode node) {
    return node instanceof YamlNode.Scalar scalar && scalar.isNull() && !acceptsNoText();
  }

  private boolean acceptsNoText() {
    if (!(element instanceof ScalarType<E> scalar)) {
      return false;
    }
    try {
      E unused = scalar.parse("");
      return true;
    } catch (InvalidValueException e) {
      return false;
    }
  }
}
