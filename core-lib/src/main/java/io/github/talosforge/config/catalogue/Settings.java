package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.Origin;
import java.util.Optional;

/**
 * Merged settings, read by key.
 *
 * @param root the settings by the keys' names
 */
public record Settings(Setting.Branch root) {

  /** Returns the value of a key, if a layer says one. */
  public <T> Optional<T> find(Key<T> key) {
    return setting(key).map(key.type()::value);
  }

  /** Returns the value of a key that is required or has a default. */
  public <T> T get(Key<T> key) {
    return find(key).orElseThrow(() -> new IllegalStateException("No value for " + key.name()));
  }

  /** Returns who said the value of a key that is replaced as a whole. */
  public Optional<Origin> origin(Key<?> key) {
    return setting(key)
        .filter(Setting.Leaf.class::isInstance)
        .map(Setting.Leaf.class::cast)
        .map(Setting.Leaf::origin);
  }

  /** Tells whether the user, and not a default, said the value of a key. */
  public boolean isWritten(Key<?> key) {
    return origin(key).filter(origin -> !origin.layer().isBuiltIn()).isPresent();
  }

  private Optional<Setting> setting(Key<?> key) {
    return Optional.ofNullable(root.entries().get(key.name())).filter(Settings::isSet);
  }

  private static boolean isSet(Setting setting) {
    return !(setting instanceof Setting.Leaf leaf
        && leaf.node() instanceof YamlNode.Scalar scalar
        && scalar.isNull());
  }
}
