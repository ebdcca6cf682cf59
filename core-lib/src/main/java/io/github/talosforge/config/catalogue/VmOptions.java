package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.InvalidValueException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The grammar of Proxmox VE options that are handed on as they are. */
final class VmOptions {
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_-]{1,40}");
  private static final String ANY_NUMBER = "[n]";
  private static final Pattern PROPERTY = Pattern.compile("[a-z][a-zA-Z0-9_-]*=.*");

  /** What a call that makes a VM says beside its configuration. */
  private static final Map<String, String> OF_CALLS =
      Map.of("vmid", "vm_id", "pool", "proxmox_pool");

  /** How many keys a message names. */
  private static final int MOST_KEYS = 3;

  /** Options that Proxmox VE or Talosforge alone may write. */
  private static final Set<String> NEVER =
      Set.of(
          "smbios1",
          "vmgenid",
          "meta",
          "digest",
          "delete",
          "revert",
          "force",
          "skiplock",
          "lock",
          "template",
          "parent",
          "snaptime",
          "vmstate",
          "archive",
          "start",
          "node");

  static final TextType<String> NAME =
      new TextType<>("names of Proxmox VE options", VmOptions::name);
  static final TextType<String> VALUE =
      new TextType<>("one line, as Proxmox VE writes it", VmOptions::value);

  private VmOptions() {}

  private static String name(String text) {
    String key = ownKey(text);
    if (key != null) {
      throw new InvalidValueException(
          "a free option",
          "options without a key of their own ('" + text + "': use " + key + ")",
          text);
    }
    if (NEVER.contains(text) || !FORM.matcher(text).matches()) {
      throw new InvalidValueException(
          "a free option",
          "names of Proxmox VE options that users may set: lower-case letters, digits, '_', '-'",
          text,
          form());
    }
    return text;
  }

  /** What names look like that are free, for those who only know forms. */
  private static String form() {
    Set<String> taken = OptionKeys.byOption().keySet();
    String single =
        Stream.of(taken, OF_CALLS.keySet(), NEVER)
            .flatMap(Collection::stream)
            .filter(option -> !option.endsWith(ANY_NUMBER))
            .sorted()
            .collect(Collectors.joining("|"));
    String numbered =
        taken.stream()
            .filter(option -> option.endsWith(ANY_NUMBER))
            .map(option -> option.substring(0, option.length() - ANY_NUMBER.length()))
            .collect(Collectors.joining("|", "(?:", ")[0-9]+"));
    return "(?!(?:" + single + "|" + numbered + ")$)" + FORM.pattern();
  }

  /** Two ways to say one thing would contradict each other. */
  private static @Nullable String ownKey(String option) {
    Map<String, List<String>> byOption = OptionKeys.byOption();
    List<String> keys = byOption.get(option);
    if (keys == null) {
      keys = byOption.get(option.replaceFirst("[0-9]+$", ANY_NUMBER));
    }
    return keys == null ? OF_CALLS.get(option) : named(keys);
  }

  private static String named(List<String> keys) {
    if (keys.size() > MOST_KEYS) {
      return keys.get(0) + " and the keys beside it";
    }
    int last = keys.size() - 1;
    String others = String.join(", ", keys.subList(0, last));
    return others.isEmpty() ? keys.get(last) : others + " and " + keys.get(last);
  }

  /** A list of properties has distinct names and at most one value without a name. */
  private static String value(String text) {
    boolean line = !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
    if (!line || (isList(text) && !isPropertyList(text))) {
      throw new InvalidValueException(
          "an option's value",
          "one line; if a list of properties, then name=value joined by ',', each name once",
          text);
    }
    return text;
  }

  /** Arguments for QEMU begin with a dash and follow rules of their own. */
  private static boolean isList(String text) {
    return text.contains("=") && !text.startsWith("-");
  }

  private static boolean isPropertyList(String text) {
    Set<String> names = new HashSet<>();
    int bare = 0;
    for (String part : text.split(",", -1)) {
      if (!PROPERTY.matcher(part).matches()) {
        bare++;
      } else if (!names.add(part.substring(0, part.indexOf('=')))) {
        return false;
      }
      if (part.isBlank()) {
        return false;
      }
    }
    return bare <= 1;
  }
}
