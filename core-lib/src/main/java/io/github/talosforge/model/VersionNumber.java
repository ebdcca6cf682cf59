package io.github.talosforge.model;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;

/** Major, minor, patch and pre-release, ordered as semantic versioning orders them. */
record VersionNumber(int major, int minor, int patch, String preRelease)
    implements Comparable<VersionNumber> {

  private static final String NUMBER = "(0|[1-9][0-9]{0,5})";
  private static final String REGEX =
      "v?" + NUMBER + "[.]" + NUMBER + "[.]" + NUMBER + "(?:-([0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*))?";

  private static final Comparator<VersionNumber> BY_NUMBERS =
      Comparator.comparingInt(VersionNumber::major)
          .thenComparingInt(VersionNumber::minor)
          .thenComparingInt(VersionNumber::patch);

  static Grammar grammar(String product, String example) {
    return Grammar.of(
        "a " + product + " version", "major.minor.patch, all three, such as " + example, REGEX);
  }

  static VersionNumber parse(Grammar grammar, String text) {
    Matcher parts = grammar.match(text);
    String preRelease = parts.group(4);
    return new VersionNumber(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(3)),
        preRelease == null ? "" : preRelease);
  }

  @Override
  public int compareTo(VersionNumber other) {
    int numbers = BY_NUMBERS.compare(this, other);
    return numbers == 0 ? comparePreReleases(preRelease, other.preRelease) : numbers;
  }

  private static int comparePreReleases(String left, String right) {
    if (left.isEmpty() || right.isEmpty()) {
      return Boolean.compare(left.isEmpty(), right.isEmpty());
    }
    String[] lefts = left.split("[.]", -1);
    String[] rights = right.split("[.]", -1);
    for (int i = 0; i < Math.min(lefts.length, rights.length); i++) {
      int order = compareIdentifiers(lefts[i], rights[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(lefts.length, rights.length);
  }

  private static int compareIdentifiers(String left, String right) {
    boolean leftNumeric = left.chars().allMatch(Character::isDigit);
    boolean rightNumeric = right.chars().allMatch(Character::isDigit);
    if (leftNumeric && rightNumeric) {
      return new BigInteger(left).compareTo(new BigInteger(right));
    }
    return leftNumeric == rightNumeric ? left.compareTo(right) : leftNumeric ? -1 : 1;
  }

  @Override
  public String toString() {
    String numbers = "v" + major + "." + minor + "." + patch;
    return preRelease.isEmpty() ? numbers : numbers + "-" + preRelease;
  }
}
