package io.github.talosforge.simulator.talos;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.simulator.vm.GuestHardware;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Selects disks. Of Talos' expression language it knows comparisons of a disk's fields, {@code
 * system_disk}, negation and conjunction; anything else selects nothing, as an expression does that
 * fits no disk.
 */
final class DiskExpression {
  private static final Pattern COMPARISON =
      Pattern.compile("disk\\.(\\w+)\\s*(==|!=|>=|<=|>|<)\\s*(.+)");
  private static final Pattern SIZE =
      Pattern.compile("(\\d+)u?\\s*(?:\\*\\s*(KiB|MiB|GiB|TiB|KB|MB|GB|TB))?");
  private static final Pattern SIZE_TEXT =
      Pattern.compile("(==|>=|<=|>|<)?\\s*(\\d+)\\s*(KiB|MiB|GiB|TiB|KB|MB|GB|TB)?");
  private static final Map<String, Long> UNITS =
      Map.of(
          "KiB",
          1L << 10,
          "MiB",
          1L << 20,
          "GiB",
          1L << 30,
          "TiB",
          1L << 40,
          "KB",
          1_000L,
          "MB",
          1_000_000L,
          "GB",
          1_000_000_000L,
          "TB",
          1_000_000_000_000L);

  private DiskExpression() {}

  static boolean matches(String expression, GuestHardware.Disk disk, boolean system) {
    for (String part : expression.split("&&", -1)) {
      if (!holds(part.strip(), disk, system)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(String text, GuestHardware.Disk disk, boolean system) {
    if (text.startsWith("(") && text.endsWith(")")) {
      return holds(text.substring(1, text.length() - 1).strip(), disk, system);
    }
    return switch (text) {
      case "system_disk" -> system;
      case "!system_disk" -> !system;
      case "true" -> true;
      case "!disk.readonly", "!disk.cdrom" -> true;
      case "disk.rotational" -> !disk.solid();
      case "!disk.rotational" -> disk.solid();
      default -> compared(text, disk);
    };
  }

  private static boolean compared(String text, GuestHardware.Disk disk) {
    Matcher matcher = COMPARISON.matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    String operator = matcher.group(2);
    String value = matcher.group(3).strip();
    if (matcher.group(1).equals("size")) {
      Matcher size = SIZE.matcher(value);
      return size.matches()
          && compare(disk.volume().size(), operator, bytes(size.group(1), size.group(2)));
    }
    boolean equal = field(matcher.group(1), disk).equals(value.replaceAll("^[\"']|[\"']$", ""));
    return operator.equals("==") ? equal : operator.equals("!=") && !equal;
  }

  private static String field(String name, GuestHardware.Disk disk) {
    return switch (name) {
      case "dev_path" -> disk.device();
      case "wwid" -> disk.wwid();
      case "serial" -> disk.serial();
      case "transport" -> disk.transport();
      case "model" -> disk.key().startsWith("virtio") ? "" : "QEMU HARDDISK";
      default -> "\0";
    };
  }

  private static long bytes(String number, String unit) {
    return Long.parseLong(number) * (unit == null ? 1 : UNITS.getOrDefault(unit, 1L));
  }

  private static boolean compare(long left, String operator, long right) {
    return switch (operator) {
      case "==" -> left == right;
      case "!=" -> left != right;
      case ">=" -> left >= right;
      case "<=" -> left <= right;
      case ">" -> left > right;
      default -> left < right;
    };
  }

  /** The old selector of {@code machine.install}: all given fields must fit. */
  static boolean selects(JsonNode selector, GuestHardware.Disk disk) {
    for (Map.Entry<String, JsonNode> entry : selector.properties()) {
      String wanted = entry.getValue().asText();
      boolean fits =
          switch (entry.getKey()) {
            case "wwid" -> glob(wanted, disk.wwid());
            case "serial" -> glob(wanted, disk.serial());
            case "model" -> glob(wanted, field("model", disk));
            case "type" -> wanted.toLowerCase(Locale.ROOT).equals(disk.solid() ? "ssd" : "hdd");
            case "size" -> sized(wanted, disk);
            default -> false;
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean sized(String wanted, GuestHardware.Disk disk) {
    Matcher matcher = SIZE_TEXT.matcher(wanted.strip());
    if (!matcher.matches()) {
      return false;
    }
    String operator = matcher.group(1) == null ? "==" : matcher.group(1);
    return compare(disk.volume().size(), operator, bytes(matcher.group(2), matcher.group(3)));
  }

  private static boolean glob(String pattern, String text) {
    return !text.isEmpty()
        && Pattern.matches(
            Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"), text);
  }
}
