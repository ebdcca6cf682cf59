package io.github.talosforge.config.catalogue;

import io.github.talosforge.proxmox.property.ProxmoxOption;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which keys decide which option of a VM: what keys say themselves, read the other way round. */
public final class OptionKeys {
  private static final List<Decision> OF_KEYS = decisions(Catalogue.all());
  private static final List<Decision> OF_ENTRIES =
      decisions(Catalogue.all().stream().flatMap(OptionKeys::inEntries).toList());

  /**
   * A key and one of the things that it decides.
   *
   * @param key the key
   * @param decided what it decides
   */
  private record Decision(Key<?> key, OptionPart decided) {
    /** Tells how well the key answers for a part: best its own, then that of the whole. */
    int distance(Optional<String> part) {
      if (decided.part().isEmpty()) {
        return 1;
      }
      return decided.part().equals(part) ? 0 : 2;
    }
  }

  private OptionKeys() {}

  /**
   * Returns the key that decides a value: that of the part, else that of the option as a whole,
   * else the first that decides any of it.
   *
   * @param option a key of the VM's configuration, such as {@code net0}
   * @param part a part of its value, such as {@code tag}; nothing for the value as a whole
   * @return the key's name, or nothing if no key decides it
   */
  public static Optional<String> keyOf(String option, Optional<String> part) {
    return about(option, OF_KEYS).stream()
        .min(Comparator.comparingInt(decision -> decision.distance(part)))
        .map(decision -> decision.key.name());
  }

  /**
   * Returns the parts of an option that files decide: one that they leave out is to have its
   * default. All other parts are nobody's business.
   *
   * @param option a key of the VM's configuration, such as {@code net0}
   * @return the parts' names
   */
  public static Set<String> partsOf(String option) {
    List<Decision> all = Stream.concat(OF_KEYS.stream(), OF_ENTRIES.stream()).toList();
    return about(option, all).stream()
        .flatMap(decision -> decision.decided.part().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the options that keys decide, each with its keys, those of the whole first.
   *
   * @return keys' names by options' names, such as {@code cores} and {@code net[n]}
   */
  static Map<String, List<String>> byOption() {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    OF_KEYS.stream()
        .sorted(Comparator.comparing(decision -> decision.decided.part().isPresent()))
        .forEach(
            decision ->
                keys.computeIfAbsent(decision.decided.option(), unused -> new ArrayList<>())
                    .add(decision.key.name()));
    keys.replaceAll((option, names) -> names.stream().distinct().toList());
    return keys;
  }

  /** A device with keys of its own has no others: what the rest of its kind have is not its. */
  private static List<Decision> about(String option, List<Decision> decisions) {
    List<Decision> own = of(option, decisions);
    return own.isEmpty()
        ? of(VmConfigKey.of(option).option().map(ProxmoxOption::name).orElse(option), decisions)
        : own;
  }

  private static List<Decision> of(String option, List<Decision> decisions) {
    return decisions.stream().filter(decision -> decision.decided.option().equals(option)).toList();
  }

  private static List<Decision> decisions(List<? extends Key<?>> keys) {
    return keys.stream()
        .flatMap(key -> key.decides().stream().map(part -> new Decision(key, part)))
        .toList();
  }

  private static Stream<Key<?>> inEntries(Key<?> key) {
    if (key.type() instanceof ListType<?> list && list.element() instanceof SectionType entry) {
      return entry.keys().keys().stream();
    }
    return Stream.empty();
  }
}
