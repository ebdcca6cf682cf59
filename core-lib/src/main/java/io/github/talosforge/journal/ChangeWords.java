package io.github.talosforge.journal;

import io.github.talosforge.plan.Change;

/** A change in the words of one line. */
public final class ChangeWords {
  private ChangeWords() {}

  /**
   * Says what a change does.
   *
   * @param change the change
   * @return such as {@code cp-1: create VM 2000 on pve1}
   */
  public static String of(Change change) {
    return change.accept(new Tellings()).line();
  }

  /**
   * Says what a change is about.
   *
   * @param change the change
   * @return such as {@code cp-1} or {@code template 9000}
   */
  public static String subject(Change change) {
    return change.accept(new Tellings()).subject();
  }
}
