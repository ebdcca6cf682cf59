package io.github.talosforge.preflight;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells whether every VM can have a device of its own: one that is named by its address has no
 * choice, one that is named by a mapping takes any that the mapping has.
 */
final class DeviceMatching {
  private final List<Set<String>> choices;
  private final Map<String, Integer> takenBy = new HashMap<>();

  private DeviceMatching(List<Set<String>> choices) {
    this.choices = choices;
  }

  /**
   * Tells whether all can be served at once.
   *
   * @param choices the addresses that each is content with
   */
  static boolean fits(List<Set<String>> choices) {
    DeviceMatching matching = new DeviceMatching(distinct(choices));
    for (int who = 0; who < choices.size(); who++) {
      if (!matching.serves(who, new HashSet<>())) {
        return false;
      }
    }
    return true;
  }

  /** Returns how many devices there are to choose from. */
  static int count(List<Set<String>> choices) {
    return (int) distinct(choices).stream().flatMap(Set::stream).distinct().count();
  }

  /** Gives a device, and whoever has it already another one if there is one for him. */
  private boolean serves(int who, Set<String> tried) {
    for (String device : choices.get(who)) {
      if (tried.add(device)) {
        Integer holder = takenBy.get(device);
        if (holder == null || serves(holder, tried)) {
          takenBy.put(device, who);
          return true;
        }
      }
    }
    return false;
  }

  /** A function is part of the whole device as soon as anybody names the whole. */
  private static List<Set<String>> distinct(List<Set<String>> choices) {
    Set<String> whole =
        choices.stream()
            .flatMap(Set::stream)
            .filter(address -> address.indexOf('.') < 0)
            .collect(Collectors.toSet());
    return choices.stream()
        .map(
            some ->
                some.stream()
                    .map(address -> whole.contains(slot(address)) ? slot(address) : address)
                    .collect(Collectors.toUnmodifiableSet()))
        .toList();
  }

  private static String slot(String address) {
    int dot = address.lastIndexOf('.');
    return dot < 0 ? address : address.substring(0, dot);
  }
}
