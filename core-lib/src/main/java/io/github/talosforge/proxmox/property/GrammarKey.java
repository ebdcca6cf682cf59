package io.github.talosforge.proxmox.property;

import org.jspecify.annotations.Nullable;

/**
 * One key of a grammar.
 *
 * @param name the key
 * @param syntax the kind of its values
 * @param hint its values as shown to the user
 * @param defaultValue the canonical value that means the same as leaving the key out
 * @param informational whether Proxmox VE only reports it and ignores what is sent
 * @param effect what a new value does to a running VM
 */
record GrammarKey(
    String name,
    ValueSyntax syntax,
    String hint,
    @Nullable String defaultValue,
    boolean informational,
    Effect effect) {

  /** What a new value does to a running VM. */
  enum Effect {
    /** What holds for the option as a whole. */
    OF_OPTION,
    /** It is in force at once. */
    LIVE,
    /** The device is unplugged, and another one plugged in. */
    OTHER_DEVICE
  }

  static GrammarKey of(String name, ValueSyntax syntax, String hint) {
    return new GrammarKey(name, syntax, hint, null, false, Effect.OF_OPTION);
  }

  GrammarKey absentMeans(String value) {
    return new GrammarKey(name, syntax, hint, value, informational, effect);
  }

  GrammarKey onlyReported() {
    return new GrammarKey(name, syntax, hint, defaultValue, true, effect);
  }

  GrammarKey withEffect(Effect other) {
    return new GrammarKey(name, syntax, hint, defaultValue, informational, other);
  }
}
