package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one layer, or several merged ones, say about a key. */
public sealed interface Setting {

  /**
   * Returns the merge of this setting and a weaker one. The operation is associative and a setting
   * merged with itself stays as it is, so layers can be merged in groups.
   */
  Setting over(Setting weaker);

  /**
   * A value that is replaced as a whole.
   *
   * @param node the value
   * @param origin who said it
   * @param overridden what it replaced, strongest first
   */
  record Leaf(YamlNode node, Origin origin, List<Former> overridden) implements Setting {
    /** Keeps an own copy of the list. */
    public Leaf {
      overridden = List.copyOf(overridden);
    }

    @Override
    public Setting over(Setting weaker) {
      if (!(weaker instanceof Leaf leaf)) {
        return this;
      }
      Former own = asFormer();
      Set<Former> history = new LinkedHashSet<>(overridden);
      history.add(leaf.asFormer());
      history.addAll(leaf.overridden);
      history.remove(own);
      return new Leaf(node, origin, new ArrayList<>(history));
    }

    private Former asFormer() {
      return new Former(node, origin);
    }

    /**
     * A value that a stronger layer replaced.
     *
     * @param node the value
     * @param origin who said it
     */
    public record Former(YamlNode node, Origin origin) {}
  }

  /**
   * Values that merge name by name.
   *
   * @param entries the values by name; stronger layers' new names come last
   * @param cut whether weaker layers were taken back
   */
  record Branch(Map<String, Setting> entries, boolean cut) implements Setting {
    /** Says nothing. */
    public static final Branch EMPTY = new Branch(Map.of(), false);

    /** Takes back what weaker layers say. */
    public static final Branch NOTHING = new Branch(Map.of(), true);

    /** Says these values. */
    public Branch(Map<String, Setting> entries) {
      this(entries, false);
    }

    /** Keeps an own copy that remembers the order. */
    public Branch {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    @Override
    public Setting over(Setting weaker) {
      return weaker instanceof Branch branch ? over(branch) : this;
    }

    /** Returns the merge of this branch and a weaker one. */
    public Branch over(Branch weaker) {
      if (cut) {
        return this;
      }
      Map<String, Setting> merged = new LinkedHashMap<>(weaker.entries);
      entries.forEach((name, strong) -> merged.merge(name, strong, (weak, own) -> own.over(weak)));
      return new Branch(merged, weaker.cut);
    }
  }
}
