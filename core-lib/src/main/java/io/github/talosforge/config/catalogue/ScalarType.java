package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Layer;

/**
 * A single value that is read from the text that the user typed, whatever YAML takes it for.
 *
 * @param <T> the value in Java
 */
public sealed interface ScalarType<T> extends ValueType<T>
    permits IntegerType, DecimalType, FlagType, ChoiceType, TextType {

  /**
   * Reads the text.
   *
   * @throws InvalidValueException if the text does not follow the grammar
   */
  T parse(String text);

  @Override
  default void check(String key, YamlNode node, Checks checks) {
    if (!(node instanceof YamlNode.Scalar scalar)) {
      checks.wrongKind(key, expected(), node);
      return;
    }
    try {
      T unused = parse(scalar.text());
    } catch (InvalidValueException e) {
      checks.invalid(key, e.expected(), scalar);
    }
  }

  @Override
  default Setting setting(YamlNode node, Layer layer) {
    return Leaves.of(node, layer);
  }

  @Override
  default T value(Setting setting) {
    return parse(Leaves.text(setting));
  }
}
