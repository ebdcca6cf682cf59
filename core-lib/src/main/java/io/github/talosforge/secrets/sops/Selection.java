package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which values of a file are encrypted.
 *
 * @param rule the way the choice is made
 * @param word a suffix or a regular expression, tried on every key from the root to the value
 */
public record Selection(Rule rule, String word) {
  static final Selection USUAL = new Selection(Rule.UNENCRYPTED_SUFFIX, "_unencrypted");

  /** The rules that SOPS knows; a file has one at most. */
  public enum Rule {
    UNENCRYPTED_SUFFIX("unencrypted_suffix"),
    ENCRYPTED_SUFFIX("encrypted_suffix"),
    UNENCRYPTED_REGEX("unencrypted_regex"),
    ENCRYPTED_REGEX("encrypted_regex"),
    UNENCRYPTED_COMMENT_REGEX("unencrypted_comment_regex"),
    ENCRYPTED_COMMENT_REGEX("encrypted_comment_regex");

    private final String key;

    Rule(String key) {
      this.key = key;
    }

    String key() {
      return key;
    }
  }

  /** Reads the rule of a file or of a creation rule. */
  static Selection of(String file, YamlMap keys) {
    List<Selection> found = new ArrayList<>();
    for (Rule rule : Rule.values()) {
      Optional<String> word = keys.text(rule.key()).filter(text -> !text.isEmpty());
      word.ifPresent(text -> found.add(new Selection(rule, text)));
    }
    if (found.size() > 1) {
      throw new SopsException(
          file + " has more than one rule that says what is encrypted: " + names(found));
    }
    Selection selection = found.isEmpty() ? USUAL : found.get(0);
    selection.check(file);
    return selection;
  }

  private static String names(List<Selection> found) {
    return String.join(", ", found.stream().map(selection -> selection.rule().key()).toList());
  }

  private void check(String file) {
    if (rule == Rule.UNENCRYPTED_COMMENT_REGEX || rule == Rule.ENCRYPTED_COMMENT_REGEX) {
      throw new SopsException(
          file
              + " chooses what is encrypted by comments ("
              + rule.key()
              + "), which is not supported here. Use encrypted_regex.");
    }
    if (rule == Rule.UNENCRYPTED_REGEX || rule == Rule.ENCRYPTED_REGEX) {
      pattern(file);
    }
  }

  private void pattern(String file) {
    try {
      Pattern unused = Pattern.compile(word);
    } catch (PatternSyntaxException e) {
      throw new SopsException(
          file
              + ": the regular expression of "
              + rule.key()
              + " is not valid: "
              + e.getDescription(),
          e);
    }
  }

  boolean encrypts(List<String> path) {
    return switch (rule) {
      case UNENCRYPTED_SUFFIX -> path.stream().noneMatch(key -> key.endsWith(word));
      case ENCRYPTED_SUFFIX -> path.stream().anyMatch(key -> key.endsWith(word));
      case UNENCRYPTED_REGEX -> path.stream().noneMatch(this::matches);
      case ENCRYPTED_REGEX -> path.stream().anyMatch(this::matches);
      case UNENCRYPTED_COMMENT_REGEX, ENCRYPTED_COMMENT_REGEX ->
          throw new IllegalStateException("Comment rules are refused when they are read");
    };
  }

  private boolean matches(String key) {
    return Pattern.compile(word).matcher(key).find();
  }
}
