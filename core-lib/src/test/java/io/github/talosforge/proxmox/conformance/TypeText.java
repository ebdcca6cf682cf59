package io.github.talosforge.proxmox.conformance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Property strings whose keys the schema shows only in a text for people. */
final class TypeText {
  private static final Pattern KEY = Pattern.compile("(?<![<\\w-])([\\w-]+)=");

  private TypeText() {}

  static List<String> problems(String typeText, String text) {
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? bareKey(typeText) : part.substring(0, equals);
      if (key.isEmpty() || !keys(typeText).contains(key)) {
        problems.add("has no key for '" + part + "' in " + typeText);
      } else if (!seen.add(key)) {
        problems.add(key + " is given twice");
      }
    }
    return problems;
  }

  private static Set<String> keys(String typeText) {
    Set<String> keys = new HashSet<>();
    Matcher matcher = KEY.matcher(typeText);
    while (matcher.find()) {
      keys.add(matcher.group(1));
    }
    return keys;
  }

  private static String bareKey(String typeText) {
    Matcher matcher = Pattern.compile("\\[([\\w-]+)=]").matcher(typeText);
    return matcher.find() ? matcher.group(1) : "";
  }
}
