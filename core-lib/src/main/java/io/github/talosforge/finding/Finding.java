package io.github.talosforge.finding;

import io.github.talosforge.redaction.Redaction;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One thing to tell the user about the files.
 *
 * @param area where this kind of finding arises, and so the page that explains it
 * @param code the stable name of this kind of finding, such as {@code TF-VIP-OUTSIDE-SUBNET}
 * @param severity how much it matters
 * @param location where the value concerned stands, or null when it stands nowhere
 * @param message what is the case, as a sentence
 * @param suggestion what to do about it, or null when there is nothing to do
 * @param subject what it is about, such as {@code VM 2001}, or null where nobody asks for it
 */
public record Finding(
    FindingArea area,
    String code,
    Severity severity,
    @Nullable SourceLocation location,
    String message,
    @Nullable String suggestion,
    @Nullable String subject)
    implements Comparable<Finding> {

  private static final Pattern CODE = Pattern.compile("TF(-[A-Z0-9]+)+");

  private static final Comparator<Finding> IN_REPORT_ORDER =
      Comparator.comparing(Finding::location, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(Finding::severity)
          .thenComparing(Finding::code)
          .thenComparing(Finding::message)
          .thenComparing(Finding::suggestion, Comparator.nullsFirst(Comparator.naturalOrder()));

  /** Checks the form of the code, which scripts rely on, and hides what must not be shown. */
  public Finding {
    if (!CODE.matcher(code).matches()) {
      throw new IllegalArgumentException(
          "A finding's code is TF- and upper-case words joined by '-', not '" + code + "'");
    }
    message = Redaction.byForm(message);
    suggestion = suggestion == null ? null : Redaction.byForm(suggestion);
  }

  /** Makes a finding that nobody looks up by its subject. */
  public Finding(
      FindingArea area,
      String code,
      Severity severity,
      @Nullable SourceLocation location,
      String message,
      @Nullable String suggestion) {
    this(area, code, severity, location, message, suggestion, /* subject= */ null);
  }

  /** Returns the finding about a subject, by which {@link FindingReport#says} looks it up. */
  public Finding about(String what) {
    return new Finding(area, code, severity, location, message, suggestion, what);
  }

  /** Orders by position; what has no position comes last. */
  @Override
  public int compareTo(Finding other) {
    return IN_REPORT_ORDER.compare(this, other);
  }

  /** Returns the address of the entry that explains this kind of finding. */
  public String link() {
    return area.address() + "#" + code.toLowerCase(Locale.ROOT);
  }

  /** Returns the finding as a report prints it, suggestion and link on lines of their own. */
  public String render() {
    String place = location == null ? "" : location + " ";
    String what = place + severity.label() + " " + code + ": " + message;
    String next = suggestion == null ? "" : "\n  → " + suggestion;
    return what + next + "\n    " + link();
  }
}
