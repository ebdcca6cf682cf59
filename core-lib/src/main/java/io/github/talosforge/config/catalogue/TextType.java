package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.InvalidValueException;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A text with a grammar of its own.
 *
 * @param expected the grammar in words
 * @param parser reads the text, or throws {@link InvalidValueException}
 * @param <T> the value in Java
 */
public record TextType<T>(String expected, Function<String, T> parser) implements ScalarType<T> {

  /** Returns texts that match a pattern as a whole. */
  public static TextType<String> matching(String expected, String regex) {
    Pattern pattern = Pattern.compile(regex, Pattern.DOTALL);
    return new TextType<>(
        expected,
        text -> {
          if (!pattern.matcher(text).matches()) {
            throw new InvalidValueException("a text of this form", expected, text, regex);
          }
          return text;
        });
  }

  /** Returns the form of the texts where the grammar is given by one: it is told on refusal. */
  public Optional<String> form() {
    try {
      T unused = parser.apply("\0");
      return Optional.empty();
    } catch (InvalidValueException e) {
      return e.form();
    }
  }

  @Override
  public T parse(String text) {
    return parser.apply(text);
  }
}
