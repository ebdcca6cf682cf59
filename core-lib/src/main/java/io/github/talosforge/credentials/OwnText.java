package io.github.talosforge.credentials;

import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlStyle;

/**
 * The text that a document was read from, which stays as long as the document says the same.
 *
 * @param style how a changed document is written
 * @param normal the document in that style
 * @param text the text that it was read from, with its comments and layout
 */
record OwnText(YamlStyle style, String normal, String text) {

  static OwnText of(YamlStyle style, YamlMap document, String text) {
    return new OwnText(style, style.write(document), text);
  }

  static OwnText none(YamlStyle style) {
    return new OwnText(style, "", "");
  }

  String of(YamlMap document) {
    String written = style.write(document);
    return written.equals(normal) ? text : written;
  }

  @Override
  public String toString() {
    return "OwnText[***]";
  }
}
