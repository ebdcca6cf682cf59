package io.github.talosforge.proxmox.property;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the values of an option are written, and when two of them mean the same.
 *
 * @param meaning what stands for all spellings of a value; of the option's name and the text
 * @param parts the grammar of a composed value
 * @param whenAbsent the value that means the same as none
 */
record OptionForm(Meaning meaning, @Nullable Parts parts, @Nullable String whenAbsent) {

  /** What a value means. */
  @FunctionalInterface
  interface Meaning {
    Object of(String option, String text);
  }

  /**
   * The parts of a composed value.
   *
   * @param grammar the parts, each a row
   * @param parser reads such a value
   */
  record Parts(Grammar grammar, Function<String, VmProperty> parser) {}

  static OptionForm text() {
    return plain((option, text) -> text.stripTrailing());
  }

  static OptionForm flag() {
    return plain((option, text) -> spelling(ValueSyntax.FLAG, option, text));
  }

  static OptionForm number() {
    return plain((option, text) -> spelling(ValueSyntax.NUMBER, option, text));
  }

  /** Items in order, separated by what Proxmox VE takes for a separator. */
  static OptionForm list() {
    return plain((option, text) -> joined(text));
  }

  /** Kinds of devices that can be plugged in, in any order. */
  static OptionForm hotPlugFeatures() {
    return plain((option, text) -> features(joined(text)));
  }

  static OptionForm tags() {
    return plain(
        (option, text) -> {
          Tags tags = Tags.parse(text);
          return tags.names().isEmpty() ? Map.of() : tags;
        });
  }

  static OptionForm composed(Grammar grammar, Function<String, VmProperty> parser) {
    Meaning meaning =
        (option, text) -> {
          VmProperty property = parser.apply(text);
          return property.properties().meaning().isEmpty() ? Map.of() : property;
        };
    return new OptionForm(meaning, new Parts(grammar, parser), null);
  }

  static OptionForm drive(DriveBus bus) {
    return composed(DriveGrammar.ofDisk(bus), text -> Drive.parse(bus, text));
  }

  OptionForm whenAbsent(String value) {
    return new OptionForm(meaning, parts, value);
  }

  private static OptionForm plain(Meaning meaning) {
    return new OptionForm(meaning, null, null);
  }

  private static String spelling(ValueSyntax syntax, String option, String text) {
    try {
      return syntax.meaning(text);
    } catch (IllegalArgumentException e) {
      throw new PropertyFormatException(
          option, text, String.valueOf(e.getMessage()), syntax.description());
    }
  }

  private static String joined(String list) {
    return String.join(";", list.strip().split("[;,\\s]+", -1));
  }

  /** {@code 1} is short for the default, {@code 0} for nothing. */
  private static Set<String> features(String list) {
    return switch (list) {
      case "1" -> features("network;disk;usb");
      case "0" -> Set.of();
      default -> new TreeSet<>(List.of(list.split(";", -1)));
    };
  }
}
