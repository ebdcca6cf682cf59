package io.github.talosforge.yaml;

/** How a program lays YAML out. */
public enum YamlStyle {
  /** Talos and SOPS: four columns a level, lists set in. */
  TALOS(4, true),
  /** Kubernetes: two columns a level, lists as far left as their key. */
  KUBERNETES(2, false);

  private final int step;
  private final boolean listsSetIn;

  YamlStyle(int step, boolean listsSetIn) {
    this.step = step;
    this.listsSetIn = listsSetIn;
  }

  /** Writes a document. */
  public String write(YamlMap document) {
    return document.entries().isEmpty() ? "{}\n" : new YamlWriting(this).write(document);
  }

  /** The column of what is in a value at some column: the next full level. */
  int deeper(int column) {
    return step * ((column + step) / step);
  }

  /** The column of a list's dashes under a key at some column. */
  int list(int column) {
    return listsSetIn ? deeper(column) : column;
  }
}
