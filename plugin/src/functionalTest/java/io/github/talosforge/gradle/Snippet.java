package io.github.talosforge.gradle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A fenced block of a page. */
record Snippet(String page, int line, String language, String text) {
  private static final Pattern FENCE = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");

  static List<Snippet> of(String page) throws IOException {
    Path repository = Path.of(System.getProperty("talosforge.repository"));
    String content = Files.readString(repository.resolve(page));
    List<Snippet> snippets = new ArrayList<>();
    Matcher matcher = FENCE.matcher(content);
    while (matcher.find()) {
      int line = (int) content.substring(0, matcher.start()).lines().count() + 1;
      snippets.add(new Snippet(page, line, matcher.group(1), matcher.group(2)));
    }
    return snippets;
  }

  @Override
  public String toString() {
    return page + ":" + line;
  }
}
