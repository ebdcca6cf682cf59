package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.InvalidValueException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of a few words.
 *
 * @param words the words and what they mean, in the order of the reference
 * @param synonyms other words that are understood
 * @param <T> the meaning
 */
public record ChoiceType<T>(Map<String, T> words, Map<String, T> synonyms)
    implements ScalarType<T> {

  /** Keeps own copies that remember the order. */
  public ChoiceType {
    words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
    synonyms = Map.copyOf(synonyms);
  }

  /** Returns a choice of words that mean themselves. */
  public static ChoiceType<String> of(String... words) {
    Map<String, String> meanings = new LinkedHashMap<>();
    List.of(words).forEach(word -> meanings.put(word, word));
    return new ChoiceType<>(meanings, Map.of());
  }

  /** Returns a choice with one word, to be followed by {@link #or}. */
  public static <T> ChoiceType<T> of(String word, T meaning) {
    return new ChoiceType<>(Map.of(word, meaning), Map.of());
  }

  /** Returns this choice with another word. */
  public ChoiceType<T> or(String word, T meaning) {
    Map<String, T> more = new LinkedHashMap<>(words);
    more.put(word, meaning);
    return new ChoiceType<>(more, synonyms);
  }

  /** Returns this choice with another spelling of one of its words. */
  public ChoiceType<T> also(String synonym, T meaning) {
    Map<String, T> more = new LinkedHashMap<>(synonyms);
    more.put(synonym, meaning);
    return new ChoiceType<>(words, more);
  }

  @Override
  public String expected() {
    return "one of " + String.join(", ", words.keySet());
  }

  @Override
  public T parse(String text) {
    T meaning = words.get(text);
    if (meaning == null) {
      meaning = synonyms.get(text);
    }
    if (meaning == null) {
      throw new InvalidValueException("a choice", expected(), text);
    }
    return meaning;
  }
}
