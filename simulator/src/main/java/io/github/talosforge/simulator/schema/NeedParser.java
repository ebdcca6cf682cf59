package io.github.talosforge.simulator.schema;

import java.util.ArrayList;
import java.util.List;

/** Reads {@code PATH PRIVILEGES [and|or ...]} with parentheses; "and" binds before "or". */
final class NeedParser {
  private final List<String> words;
  private int next;

  NeedParser(String text) {
    this.words = List.of(text.strip().split("\\s+"));
  }

  Need parse() {
    Need need = alternatives();
    if (next < words.size()) {
      throw new IllegalArgumentException("unexpected '" + words.get(next) + "' after the needs");
    }
    return need;
  }

  private Need alternatives() {
    List<Need> parts = new ArrayList<>(List.of(conjunction()));
    while (take("or")) {
      parts.add(conjunction());
    }
    return parts.size() == 1 ? parts.get(0) : new Need.OneOf(parts);
  }

  private Need conjunction() {
    List<Need> parts = new ArrayList<>(List.of(single()));
    while (take("and")) {
      parts.add(single());
    }
    return parts.size() == 1 ? parts.get(0) : new Need.All(parts);
  }

  private Need single() {
    if (take("(")) {
      Need inner = alternatives();
      if (!take(")")) {
        throw new IllegalArgumentException("a parenthesis is not closed");
      }
      return inner;
    }
    if (next + 2 > words.size()) {
      throw new IllegalArgumentException("expected PATH PRIVILEGES");
    }
    String path = words.get(next++);
    String privileges = words.get(next++);
    boolean any = privileges.contains("|");
    return new Need.Held(path, List.of(privileges.split(any ? "\\|" : ",")), any);
  }

  private boolean take(String word) {
    boolean there = next < words.size() && words.get(next).equals(word);
    next += there ? 1 : 0;
    return there;
  }
}
