package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.Layer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A list; a single entry may be written without its dash.
 *
 * @param element the kind of the entries
 * @param adding whether a layer adds to the weaker layers' entries instead of replacing them
 * @param most how many entries it may have
 * @param <E> an entry in Java
 */
public record ListType<E>(ValueType<E> element, boolean adding, int most)
    implements ValueType<List<E>> {

  /** Returns lists of which the strongest layer's counts. */
  public static <E> ListType<E> replacing(ValueType<E> element) {
    return new ListType<>(element, false, Integer.MAX_VALUE);
  }

  /** Returns lists of which every layer's entries count, the weakest layer's first. */
  public static <E> ListType<E> adding(ValueType<E> element) {
    return new ListType<>(element, true, Integer.MAX_VALUE);
  }

  /** Returns the same lists with a bound. */
  public ListType<E> atMost(int entries) {
    return new ListType<>(element, adding, entries);
  }

  @Override
  public String expected() {
    String bound = most == Integer.MAX_VALUE ? "" : " of up to " + most + " entries";
    return "a list" + bound + ", each entry " + element.expected();
  }

  @Override
  public void check(String key, YamlNode node, Checks checks) {
    if (items(node).size() > most) {
      checks.tooMany(key, most, node);
    }
    items(node).forEach(item -> element.check(key, item, checks));
  }

  @Override
  public Setting setting(YamlNode node, Layer layer) {
    if (!adding) {
      return Leaves.of(node, layer);
    }
    Map<String, Setting> entries = new LinkedHashMap<>();
    for (YamlNode item : items(node)) {
      entries.put(name(item, layer, entries.size()), element.setting(item, layer));
    }
    return new Setting.Branch(entries);
  }

  @Override
  public Setting nothing(YamlNode node, Layer layer) {
    return adding ? Setting.Branch.NOTHING : Leaves.of(node, layer);
  }

  /** Equal texts are one entry; entries without text of their own all count. */
  private String name(YamlNode item, Layer layer, int index) {
    return item instanceof YamlNode.Scalar scalar && element instanceof ScalarType<?>
        ? scalar.text()
        : layer.name() + "/" + index;
  }

  @Override
  public List<E> value(Setting setting) {
    if (setting instanceof Setting.Branch branch) {
      return branch.entries().values().stream().map(element::value).toList();
    }
    Setting.Leaf leaf = (Setting.Leaf) setting;
    Layer layer = leaf.origin().layer();
    return items(leaf.node()).stream()
        .map(item -> element.value(element.setting(item, layer)))
        .toList();
  }

  private static List<YamlNode> items(YamlNode node) {
    return node instanceof YamlNode.Sequence sequence ? sequence.items() : List.of(node);
  }
}
