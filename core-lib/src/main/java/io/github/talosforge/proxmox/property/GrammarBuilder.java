package io.github.talosforge.proxmox.property;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects the keys of a {@link Grammar}. */
final class GrammarBuilder {
  final String property;
  final Map<String, GrammarKey> keys = new LinkedHashMap<>();
  final Map<String, String> aliases = new HashMap<>();
  List<String> pairNames = List.of();
  @Nullable String defaultKey;
  @Nullable String pairKey;
  UnaryOperator<Map<String, String>> refinement = UnaryOperator.identity();

  GrammarBuilder(String property) {
    this.property = property;
  }

  /** The key that a bare value belongs to. */
  GrammarBuilder bare(String name, ValueSyntax syntax, String hint) {
    defaultKey = name;
    return key(name, syntax, hint);
  }

  GrammarBuilder key(String name, ValueSyntax syntax) {
    return key(name, syntax, syntax.description());
  }

  GrammarBuilder key(String name, ValueSyntax syntax, String hint) {
    keys.put(name, GrammarKey.of(name, syntax, hint));
    return this;
  }

  GrammarBuilder keys(ValueSyntax syntax, String... names) {
    for (String name : names) {
      key(name, syntax);
    }
    return this;
  }

  /** A boolean that is the given value when it is left out. */
  GrammarBuilder flag(String name, boolean whenAbsent) {
    return key(name, ValueSyntax.FLAG).absentMeans(name, FlagText.write(whenAbsent));
  }

  GrammarBuilder absentMeans(String name, String value) {
    keys.computeIfPresent(name, (n, key) -> key.absentMeans(value));
    return this;
  }

  /** Keys whose new values a running VM takes at once, whatever holds for the rest. */
  GrammarBuilder live(String... names) {
    return effect(GrammarKey.Effect.LIVE, names);
  }

  /** Keys of which another value makes it another device, also for a running VM. */
  GrammarBuilder otherDevice(String... names) {
    return effect(GrammarKey.Effect.OTHER_DEVICE, names);
  }

  private GrammarBuilder effect(GrammarKey.Effect effect, String... names) {
    for (String name : names) {
      keys.computeIfPresent(name, (n, key) -> key.withEffect(effect));
    }
    return this;
  }

  /** A key that Proxmox VE reports but does not take from the caller. */
  GrammarBuilder informational(String name, ValueSyntax syntax) {
    keys.put(name, GrammarKey.of(name, syntax, syntax.description()).onlyReported());
    return this;
  }

  GrammarBuilder alias(String other, String name) {
    aliases.put(other, name);
    return this;
  }

  /** {@code <value of the default key>=<value of this key>} as a short form of both. */
  GrammarBuilder pairedWith(String name, List<String> valuesOfTheDefaultKey) {
    pairKey = name;
    pairNames = valuesOfTheDefaultKey;
    return this;
  }

  /** A last step from canonical values to their meaning, where one key changes another. */
  GrammarBuilder refinedBy(UnaryOperator<Map<String, String>> step) {
    refinement = step;
    return this;
  }

  Grammar build() {
    return new Grammar(this);
  }
}
