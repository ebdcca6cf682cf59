package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.Setting;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.OverriddenValue;
import io.github.talosforge.model.Provenance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Turns merged settings into the list of their values and origins. */
final class Explanation {

  private Explanation() {}

  static Provenance of(
      SourceLocation self, Setting.Branch merged, Collection<? extends Key<?>> keys) {
    List<ExplainedValue> values = new ArrayList<>();
    // Nodes and pools declare some keys both.
    Set<String> names =
        keys.stream().map(Key::name).collect(Collectors.toCollection(LinkedHashSet::new));
    for (String name : names) {
      Setting setting = merged.entries().get(name);
      if (setting != null) {
        collect(name, setting, values);
      }
    }
    return Provenance.of(self, values);
  }

  /** Keys of maps can hold dots, but none that a name of a secret would have. */
  private static List<String> keys(String path) {
    return List.of(path.split("[.]"));
  }

  private static void collect(String path, Setting setting, List<ExplainedValue> values) {
    if (setting instanceof Setting.Leaf leaf) {
      List<String> keys = keys(path);
      values.add(
          new ExplainedValue(
              path,
              leaf.node().render(keys),
              leaf.origin(),
              leaf.overridden().stream()
                  .map(former -> new OverriddenValue(former.node().render(keys), former.origin()))
                  .toList()));
    } else if (setting instanceof Setting.Branch branch) {
      branch.entries().forEach((name, inner) -> collect(path + "." + name, inner, values));
    }
  }
}
