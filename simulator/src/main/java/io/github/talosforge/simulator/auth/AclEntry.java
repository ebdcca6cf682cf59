package io.github.talosforge.simulator.auth;

import java.util.Locale;

/**
 * One line of the access control list.
 *
 * @param path where it holds
 * @param kind for whom
 * @param subject the user, group or token
 * @param role the role that is given
 * @param propagate whether it also holds below the path
 */
record AclEntry(String path, Kind kind, String subject, String role, boolean propagate) {
  /** For whom an entry is. */
  enum Kind {
    USER,
    GROUP,
    TOKEN;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The kind that an id has by its form. */
    static Kind of(String subject) {
      if (subject.contains("!")) {
        return TOKEN;
      }
      return subject.contains("@") ? USER : GROUP;
    }
  }

  boolean sameAs(AclEntry other) {
    return path.equals(other.path)
        && kind == other.kind
        && subject.equals(other.subject)
        && role.equals(other.role);
  }
}
