package io.github.talosforge.simulator.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A list that stays the same object as long as its content is the same, so that its text can be
 * kept; two of them are equal only when they are the same object.
 */
public final class Reusable {
  private final List<Map<String, Object>> data;

  /**
   * A list.
   *
   * @param data its entries, which never change
   */
  public Reusable(List<Map<String, Object>> data) {
    this.data = Collections.unmodifiableList(data);
  }

  /**
   * The {@code data} of the answer.
   *
   * @return the entries
   */
  public List<Map<String, Object>> data() {
    return data;
  }

  /**
   * Whether it holds the very same entries.
   *
   * @param other entries
   * @return whether all are the same objects
   */
  public boolean holds(List<Map<String, Object>> other) {
    if (data.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < other.size(); i++) {
      if (!isSame(data.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(Object one, Object other) {
    return one == other;
  }
}
