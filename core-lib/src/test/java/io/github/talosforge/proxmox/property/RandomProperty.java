package io.github.talosforge.proxmox.property;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws values of any grammar, and other spellings that mean the same. */
final class RandomProperty {
  private static final List<String> WORDS = List.of("none", "on", "host", "4m", "x", "a_b-c.d+e");
  private static final long[] SIZES = {528L << 10, 4L << 20, 1L << 30, 32L << 30, 3L << 40, 777};

  private final Random random;

  RandomProperty(long seed) {
    random = new Random(seed);
  }

  Map<String, String> values(Grammar grammar, String... always) {
    Map<String, String> values = new LinkedHashMap<>();
    for (GrammarKey key : grammar.keys().values()) {
      if (List.of(always).contains(key.name()) || random.nextInt(3) == 0) {
        values.put(key.name(), value(key.syntax()));
      }
    }
    return values;
  }

  String value(ValueSyntax syntax) {
    return switch (syntax) {
      case FLAG -> pick(List.of("1", "0"));
      case INTEGER -> Integer.toString(random.nextInt(5000));
      case NUMBER -> random.nextInt(50) + pick(List.of("", ".5", ".25"));
      case SIZE -> new DiskSize(SIZES[random.nextInt(SIZES.length)]).text();
      case MAC -> hexBytes(6, ":").toUpperCase(Locale.ROOT);
      case HEX -> "0x" + hexBytes(8, "");
      case UUID -> new java.util.UUID(random.nextLong(), random.nextLong()).toString();
      case ADDRESS ->
          pick(
              List.of(
                  "dhcp",
                  "10.0.0.7/24",
                  "10.0.0.1",
                  "fd00:0:0:0:0:0:0:7/64",
                  "fe80:0:0:0:0:0:0:1"));
      case PCI -> "0000:" + hexBytes(2, ":") + pick(List.of("", ".0", ".7"));
      case RANGES -> pick(List.of("1", "2-4", "1;3", "0-3;8-11"));
      case SET -> pick(List.of("+aes", "+aes;-pcid", "+a;+b;-c"));
      case LIST -> pick(List.of("scsi0", "scsi0;ide2;net0"));
      case TEXT -> pick(WORDS);
    };
  }

  /** The same value in another spelling that Proxmox VE reads as well. */
  String otherSpelling(ValueSyntax syntax, String value) {
    return switch (syntax) {
      case FLAG ->
          value.equals("1")
              ? pick(List.of("1", "on", "yes", "true", "Yes"))
              : pick(List.of("0", "off", "No"));
      case INTEGER -> random.nextBoolean() ? "0" + value : value;
      case NUMBER -> value.indexOf('.') < 0 ? value + ".0" : value + "0";
      case SIZE -> Long.toString(DiskSize.parse(value).bytes());
      case MAC -> value.toLowerCase(Locale.ROOT);
      case HEX, UUID -> value.toUpperCase(Locale.ROOT).replace("0X", "0x");
      case ADDRESS ->
          value.replace("fd00:0:0:0:0:0:0:7", "FD00::7").replace(":0:0:0:0:0:0:1", "::1");
      case PCI -> value.substring("0000:".length());
      case RANGES -> reversed(value).replace("2-4", "3-4;2");
      case SET -> reversed(value);
      case LIST, TEXT -> value;
    };
  }

  /** The values as a text in any order, with any alias and with or without the bare form. */
  String write(Grammar grammar, Map<String, String> values) {
    List<String> parts = new ArrayList<>();
    values.forEach((key, value) -> parts.add(name(grammar, key) + "=" + value));
    Collections.shuffle(parts, random);
    return String.join(",", parts);
  }

  String unknownKey() {
    return "new-key-" + random.nextInt(100);
  }

  private String name(Grammar grammar, String key) {
    List<String> names = new ArrayList<>(List.of(key));
    grammar.aliases().forEach((alias, target) -> addIf(target.equals(key), names, alias));
    return pick(names);
  }

  private static void addIf(boolean wanted, List<String> names, String name) {
    if (wanted) {
      names.add(name);
    }
  }

  private String hexBytes(int count, String separator) {
    return IntStream.range(0, count)
        .mapToObj(i -> String.format(Locale.ROOT, "%02x", random.nextInt(256)))
        .collect(Collectors.joining(separator));
  }

  private static String reversed(String list) {
    List<String> items = new ArrayList<>(List.of(list.split(";", -1)));
    Collections.reverse(items);
    return String.join(";", items);
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
