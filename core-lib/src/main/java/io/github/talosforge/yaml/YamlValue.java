package io.github.talosforge.yaml;

/** A value in a YAML document. */
public sealed interface YamlValue permits YamlScalar, YamlList, YamlMap {

  /** Returns the line that the value begins on, or 0 if it was not read from a text. */
  int line();
}
