package io.github.talosforge.plan;

import java.util.List;
import java.util.Optional;

/**
 * How a live value differs from a wanted one.
 *
 * @param kind what can be done about it
 * @param toSend the value to send; empty unless it can be changed
 * @param parts what differs
 */
record KeyDifference(Kind kind, String toSend, List<Part> parts) {

  enum Kind {
    SAME,
    CHANGEABLE,
    /** The value can only be chosen when the VM is made. */
    FIXED,
    /** The key holds something else, which writing would push aside. */
    OTHER_KIND
  }

  record Part(Optional<String> name, Optional<String> oldValue, Optional<String> newValue) {}

  KeyDifference {
    parts = List.copyOf(parts);
  }

  static KeyDifference same() {
    return new KeyDifference(Kind.SAME, "", List.of());
  }

  static KeyDifference whole(Optional<String> live, String wanted) {
    return new KeyDifference(
        Kind.CHANGEABLE, wanted, List.of(new Part(Optional.empty(), live, Optional.of(wanted))));
  }

  boolean isSame() {
    return kind == Kind.SAME;
  }
}
