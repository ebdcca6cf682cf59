package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.NearestName;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with the keys and values of the files. */
public final class Checks {
  private static final int LONGEST_QUOTE = 60;
  private static final int MOST_NAMES = 5;

  /** Who has more of them has another file, and reads no list of that length. */
  private static final int MOST_UNKNOWN = 100;

  private static final Pattern SECRET =
      Pattern.compile(".*(password|passwd|secret|api_token|token_value|private_key).*");

  private final List<Finding> findings = new ArrayList<>();
  private int unknown;
  private @Nullable SourceLocation firstUntold;

  /** Returns what was collected. */
  public FindingReport report() {
    return firstUntold == null
        ? FindingReport.of(findings)
        : FindingReport.of(findings).merge(FindingReport.of(untold(firstUntold)));
  }

  private Finding untold(SourceLocation first) {
    return new Finding(
        FindingArea.FILES,
        "TF-KEY-UNKNOWN",
        Severity.ERROR,
        first,
        (unknown - MOST_UNKNOWN) + " more keys from here on are unknown.",
        "Mend those above first; if all of them are foreign, this is another program's file.");
  }

  /** Reports an error. */
  public void error(
      String code, @Nullable SourceLocation place, String message, @Nullable String suggestion) {
    findings.add(new Finding(FindingArea.FILES, code, Severity.ERROR, place, message, suggestion));
  }

  void wrongKind(String key, String expected, YamlNode found) {
    error(
        "TF-VALUE-KIND",
        found.location(),
        "'" + key + "' takes " + expected + "; found " + kind(found) + ".",
        null);
  }

  void tooMany(String key, int most, YamlNode found) {
    error(
        "TF-VALUE-TOO-MANY",
        found.location(),
        "'" + key + "' takes up to " + most + " entries.",
        "Use fewer entries.");
  }

  void invalid(String key, String expected, YamlNode.Scalar found) {
    error(
        "TF-VALUE-INVALID",
        found.location(),
        "'" + key + "' takes " + expected + "; found " + quote(found) + ".",
        octalHint(found.text()));
  }

  void noValue(String key, String expected, SourceLocation place) {
    error(
        "TF-VALUE-MISSING",
        place,
        "'" + key + "' has no value; it takes " + expected + ".",
        "Write a value, or remove the line to get the default.");
  }

  void invalidName(String key, String found, String expected, SourceLocation place) {
    error(
        "TF-NAME-INVALID",
        place,
        "The names in '" + key + "' are " + expected + "; found '" + shorten(found) + "'.",
        null);
  }

  void missing(String key, Place where, SourceLocation place, String example) {
    error(
        "TF-KEY-MISSING",
        place,
        "The key '" + key + "' is missing in " + where.label() + ".",
        "Add a line such as '" + key + ": " + example + "'.");
  }

  void alias(String found, String preferred, SourceLocation place) {
    findings.add(
        new Finding(
            FindingArea.FILES,
            "TF-KEY-ALIAS",
            Severity.NOTE,
            place,
            "'" + found + "' is read as '" + preferred + "'.",
            "Write '" + preferred + "', the preferred name."));
  }

  void twice(String first, String second, String preferred, SourceLocation place) {
    error(
        "TF-KEY-TWICE",
        place,
        "'" + first + "' and '" + second + "' are two names of one key.",
        "Keep one of them, best '" + preferred + "'.");
  }

  void unknown(String found, Place where, KeySet known, SourceLocation place) {
    if (SECRET.matcher(found.toLowerCase(Locale.ROOT)).matches()) {
      error(
          "TF-SECRET-IN-FILE",
          place,
          "'" + shorten(found) + "' looks like a secret; the files hold none.",
          "Remove it here, revoke it if the file was shared, and hand it to the build instead.");
      return;
    }
    unknown++;
    if (unknown > MOST_UNKNOWN) {
      firstUntold = firstUntold == null ? place : firstUntold;
      return;
    }
    Optional<String> elsewhere = Catalogue.placeOf(found, where);
    error(
        "TF-KEY-UNKNOWN",
        place,
        "'" + shorten(found) + "' is no key of " + where.label() + ".",
        elsewhere.orElseGet(
            () ->
                NearestName.of(found, known.understood())
                    .flatMap(known::find)
                    .map(key -> "Did you mean '" + key.nameIn(where) + "'?")
                    .orElseGet(() -> nearest(found, known))));
  }

  private static String nearest(String found, KeySet known) {
    List<String> names = known.names();
    return names.size() <= MOST_NAMES
        ? "Known keys: " + String.join(", ", names) + "."
        : "Similar keys: " + String.join(", ", known.nearest(found, MOST_NAMES)) + ".";
  }

  private static String kind(YamlNode node) {
    if (node instanceof YamlNode.Scalar scalar) {
      return quote(scalar);
    }
    return node instanceof YamlNode.Sequence ? "a list" : "a map";
  }

  private static String quote(YamlNode.Scalar scalar) {
    return scalar.isNull() ? "nothing" : "'" + shorten(scalar.text()) + "'";
  }

  private static String shorten(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "…";
  }

  private static @Nullable String octalHint(String text) {
    return text.matches("0[0-9]+")
        ? "Write the number without leading zeros: YAML readers disagree on what they mean."
        : null;
  }
}
