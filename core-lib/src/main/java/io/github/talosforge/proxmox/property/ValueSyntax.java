package io.github.talosforge.proxmox.property;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of value inside a property string; each knows when two spellings mean the same. */
enum ValueSyntax {
  FLAG("1|0"),
  INTEGER("integer"),
  NUMBER("number"),
  SIZE("size, e.g. 32G"),
  MAC("XX:XX:XX:XX:XX:XX"),
  HEX("0xhhhh"),
  UUID("uuid"),
  ADDRESS("address"),
  PCI("[dddd:]bb:dd[.f][;…]"),
  RANGES("id[-id][;…]"),
  SET("item[;…]"),
  LIST("item[;…]"),
  TEXT("text");

  private static final Pattern INTEGER_FORM = Pattern.compile("[+-]?[0-9]{1,40}");
  private static final Pattern NUMBER_FORM =
      Pattern.compile("[+-]?([0-9]{1,40}(\\.[0-9]{0,40})?|\\.[0-9]{1,40})([eE][+-]?[0-9]{1,2})?");
  private static final Pattern MAC_FORM = Pattern.compile("[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}");
  private static final Pattern HEX_FORM = Pattern.compile("0[xX][0-9A-Fa-f]+");
  private static final Pattern UUID_FORM =
      Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
  private static final Pattern RANGE_FORM = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");
  private static final int RANGE_LIMIT = 65_536;

  private final String description;

  ValueSyntax(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /**
   * The spelling that stands for all spellings of the same value.
   *
   * @throws IllegalArgumentException with a clause such as "is no integer"
   */
  String meaning(String value) {
    return switch (this) {
      case FLAG ->
          FlagText.read(value)
              .map(FlagText::write)
              .orElseThrow(() -> new IllegalArgumentException("is no boolean (1|0)"));
      case INTEGER -> integer(value);
      case NUMBER -> number(value);
      case SIZE -> DiskSize.parse(value).text();
      case MAC -> matching(MAC_FORM, value, "is no MAC address").toUpperCase(Locale.ROOT);
      case HEX -> matching(HEX_FORM, value, "is no hexadecimal number").toLowerCase(Locale.ROOT);
      case UUID -> matching(UUID_FORM, value, "is no UUID").toLowerCase(Locale.ROOT);
      case ADDRESS -> AddressText.canonical(value);
      case PCI -> items(value).map(ValueSyntax::pciAddress).collect(Collectors.joining(";"));
      case RANGES -> ranges(value);
      case SET -> String.join(";", items(value).collect(Collectors.toCollection(TreeSet::new)));
      case LIST -> items(value).collect(Collectors.joining(";"));
      case TEXT -> value;
    };
  }

  private static String integer(String value) {
    return new BigInteger(matching(INTEGER_FORM, value, "is no integer")).toString();
  }

  private static String number(String value) {
    BigDecimal number = new BigDecimal(matching(NUMBER_FORM, value, "is no number"));
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String matching(Pattern form, String value, String problem) {
    if (!form.matcher(value).matches()) {
      throw new IllegalArgumentException(problem);
    }
    return value;
  }

  private static Stream<String> items(String value) {
    return Stream.of(value.split(";", -1)).map(String::strip).filter(item -> !item.isEmpty());
  }

  /** The PCI domain is 0000 when it is not given. */
  private static String pciAddress(String item) {
    String lower = item.toLowerCase(Locale.ROOT);
    return lower.matches("[0-9a-f]{2}:[0-9a-f]{2}(\\.[0-7])?") ? "0000:" + lower : lower;
  }

  private static String ranges(String value) {
    BitSet ids = new BitSet();
    items(value).forEach(item -> addRange(ids, item));
    StringJoiner text = new StringJoiner(";");
    for (int from = ids.nextSetBit(0); from >= 0; ) {
      int end = ids.nextClearBit(from);
      text.add(end - from == 1 ? Integer.toString(from) : from + "-" + (end - 1));
      from = ids.nextSetBit(end);
    }
    return text.toString();
  }

  private static void addRange(BitSet ids, String item) {
    Matcher form = RANGE_FORM.matcher(item);
    if (!form.matches()) {
      throw new IllegalArgumentException("is no list of numbers and ranges");
    }
    int from = Integer.parseInt(form.group(1));
    int to = form.group(2) == null ? from : Integer.parseInt(form.group(2));
    if (to < from || to > RANGE_LIMIT) {
      throw new IllegalArgumentException("has a range that ends before it begins or too high");
    }
    ids.set(from, to + 1);
  }
}
