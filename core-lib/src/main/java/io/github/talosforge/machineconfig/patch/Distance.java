package io.github.talosforge.machineconfig.patch;

import java.util.Locale;

/**
 * How many letters must change to make one name of another, upper and lower case being the same.
 */
final class Distance {

  private Distance() {}

  static int between(String first, String second) {
    String left = first.toLowerCase(Locale.ROOT);
    String right = second.toLowerCase(Locale.ROOT);
    int[] row = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int changed = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[right.length()];
  }
}
