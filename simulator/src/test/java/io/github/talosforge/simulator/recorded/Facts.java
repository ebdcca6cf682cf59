package io.github.talosforge.simulator.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What an answer says, place by place.
 *
 * <p>A place is a path such as {@code data.ide0} or, in a list, {@code data[scsi0].pending}: the
 * entries of most lists come in any order, so that they are told apart by what they are named by.
 * It holds a value, or as a type in angle brackets what varies from run to run.
 *
 * @param places the values by their places
 */
record Facts(SortedMap<String, String> places) {
  static final List<String> PARTS =
      List.of("status", "body", "errors", "says", "data", "total", "task", "ends");
  private static final Pattern ENTRY = Pattern.compile("\\[[^]]*]");
  private static final List<String> NAMES =
      List.of(
          "key", "volid", "sid", "rule", "vmid", "upid", "storage", "poolid", "tokenid", "userid",
          "ugid", "roleid", "realm", "iface", "id", "node", "name", "subdir");

  static Facts of(JsonNode step) {
    SortedMap<String, String> places = new TreeMap<>();
    for (String part : PARTS) {
      if (step.has(part)) {
        collect(part, step.path(part), places);
      }
    }
    return new Facts(places);
  }

  private static void collect(String place, JsonNode node, Map<String, String> places) {
    if (node.isContainerNode() && node.isEmpty()) {
      places.put(place, node.isArray() ? "no entries" : "no keys");
    } else if (node.isObject()) {
      node.properties()
          .forEach(each -> collect(place + "." + each.getKey(), each.getValue(), places));
    } else if (node.isArray()) {
      collectEntries(place, node, places);
    } else {
      places.put(place, node.toString());
    }
  }

  private static void collectEntries(String place, JsonNode list, Map<String, String> places) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      String name = name(list.get(i), i);
      names.add(name);
      long earlier = names.stream().filter(name::equals).count() - 1;
      String entry = earlier == 0 ? name : name + "#" + earlier;
      collect(place + "[" + entry + "]", list.get(i), places);
    }
  }

  private static String name(JsonNode entry, int index) {
    if (entry.isValueNode()) {
      return entry.asText();
    }
    return NAMES.stream()
        .filter(entry::has)
        .map(key -> entry.path(key).asText())
        .findFirst()
        .orElse(Integer.toString(index));
  }

  /** What another answer says differently, a line for each place, or for equal ones in a list. */
  List<String> differences(Facts other) {
    SortedMap<String, List<String>> lines = new TreeMap<>();
    TreeSet<String> all = new TreeSet<>(places.keySet());
    all.addAll(other.places.keySet());
    for (String place : all) {
      String recorded = places.get(place);
      String simulated = other.places.get(place);
      if (!agree(recorded, simulated)) {
        String line = place + ": " + said(recorded) + " | " + said(simulated);
        lines
            .computeIfAbsent(ENTRY.matcher(line).replaceFirst("[*]"), key -> new ArrayList<>())
            .add(line);
      }
    }
    return lines.entrySet().stream().map(each -> told(each.getKey(), each.getValue())).toList();
  }

  private static String told(String line, List<String> places) {
    return places.size() == 1 ? places.get(0) : line + " (" + places.size() + " times)";
  }

  private static boolean agree(String recorded, String simulated) {
    if (recorded == null || simulated == null) {
      return false;
    }
    return recorded.equals(simulated) || recorded.equals(type(simulated));
  }

  private static String type(String value) {
    if (value.startsWith("\"")) {
      return "\"<text>\"";
    }
    return Character.isDigit(value.charAt(value.length() - 1)) ? "\"<number>\"" : "";
  }

  private static String said(String value) {
    return value == null ? "nothing" : value;
  }
}
