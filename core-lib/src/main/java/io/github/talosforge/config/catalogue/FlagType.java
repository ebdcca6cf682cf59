package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.InvalidValueException;
import java.util.Locale;

/** Yes or no, in every spelling that YAML 1.1 knows. */
public record FlagType() implements ScalarType<Boolean> {

  @Override
  public String expected() {
    return "true or false";
  }

  @Override
  public Boolean parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> true;
      case "false", "no", "off" -> false;
      default -> throw new InvalidValueException("a flag", expected(), text);
    };
  }
}
