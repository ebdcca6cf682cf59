package io.github.talosforge.proxmox.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** IP addresses with an optional prefix length; an IPv6 address has many spellings. */
final class AddressText {
  private static final int GROUPS = 8;

  private AddressText() {}

  /** Lower case, IPv6 with all eight groups and no leading zeros; words such as dhcp stay. */
  static String canonical(String value) {
    String lower = value.strip().toLowerCase(Locale.ROOT);
    int slash = lower.indexOf('/');
    String address = slash < 0 ? lower : lower.substring(0, slash);
    String prefix = slash < 0 ? "" : lower.substring(slash);
    return address.indexOf(':') < 0 ? lower : ipv6(address) + prefix;
  }

  private static String ipv6(String address) {
    int gap = address.indexOf("::");
    List<String> head = groups(gap < 0 ? address : address.substring(0, gap));
    List<String> tail = gap < 0 ? List.of() : groups(address.substring(gap + 2));
    int missing = GROUPS - head.size() - tail.size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      throw new IllegalArgumentException("is no IPv6 address");
    }
    StringJoiner text = new StringJoiner(":");
    head.forEach(text::add);
    for (int i = 0; i < missing; i++) {
      text.add("0");
    }
    tail.forEach(text::add);
    return text.toString();
  }

  private static List<String> groups(String part) {
    List<String> groups = new ArrayList<>();
    if (part.isEmpty()) {
      return groups;
    }
    for (String group : part.split(":", -1)) {
      if (group.indexOf('.') >= 0) {
        groups.addAll(embeddedIpv4(group));
      } else if (group.matches("[0-9a-f]{1,4}")) {
        groups.add(Integer.toHexString(Integer.parseInt(group, 16)));
      } else {
        throw new IllegalArgumentException("is no IPv6 address");
      }
    }
    return groups;
  }

  private static List<String> embeddedIpv4(String group) {
    if (!group.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
      throw new IllegalArgumentException("is no IPv6 address");
    }
    String[] bytes = group.split("\\.", -1);
    return List.of(
        Integer.toHexString(Integer.parseInt(bytes[0]) * 256 + Integer.parseInt(bytes[1])),
        Integer.toHexString(Integer.parseInt(bytes[2]) * 256 + Integer.parseInt(bytes[3])));
  }
}
