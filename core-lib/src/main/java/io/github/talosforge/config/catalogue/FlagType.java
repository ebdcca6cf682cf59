package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.InvalidValueException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Yes or no, in every spelling that YAML 1.1 knows.
 *
 * @param words other words for them, in lower case; upper case is the same
 */
public record FlagType(Map<String, Boolean> words) implements ScalarType<Boolean> {

  /** Keeps an own copy. */
  public FlagType {
    words = Map.copyOf(words);
  }

  /** Returns flags without other words. */
  public FlagType() {
    this(Map.of());
  }

  /** Returns the same flags with another word for yes or no. */
  public FlagType also(String word, boolean meaning) {
    Map<String, Boolean> more = new TreeMap<>(words);
    more.put(word, meaning);
    return new FlagType(more);
  }

  @Override
  public String expected() {
    return "true or false";
  }

  @Override
  public Boolean parse(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    return switch (word) {
      case "true", "yes", "on" -> true;
      case "false", "no", "off" -> false;
      default -> {
        Boolean meaning = words.get(word);
        if (meaning == null) {
          throw new InvalidValueException("a flag", expected(), text);
        }
        yield meaning;
      }
    };
  }
}
