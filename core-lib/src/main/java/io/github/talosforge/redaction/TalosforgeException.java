package io.github.talosforge.redaction;

import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something could not be done; whoever uses the library can catch this one.
 *
 * <p>The message is for the user: what was tried and what was answered, then what to do next. It
 * passes the redaction here, so that no failure tells a secret.
 */
public abstract class TalosforgeException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final String problem;
  private final @Nullable String suggestion;
  private final boolean outcomeUnknown;

  /**
   * Tells a failure after which it is known what was changed.
   *
   * @param message the text for the user
   * @param cause what was caught
   */
  protected TalosforgeException(String message, @Nullable Throwable cause) {
    this(message, null, /* outcomeUnknown= */ false, cause);
  }

  /**
   * Tells a failure.
   *
   * @param problem what was tried and why it failed
   * @param suggestion what to do next, if anything is known to help
   * @param outcomeUnknown whether a change may or may not have happened
   * @param cause what was caught
   */
  protected TalosforgeException(
      String problem,
      @Nullable String suggestion,
      boolean outcomeUnknown,
      @Nullable Throwable cause) {
    super(
        Redaction.byForm(suggestion == null ? problem : problem + "\n" + suggestion),
        Redaction.causeByForm(cause));
    this.problem = Redaction.byForm(problem);
    this.suggestion = suggestion == null ? null : Redaction.byForm(suggestion);
    this.outcomeUnknown = outcomeUnknown;
  }

  @Override
  public final String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** Returns what was tried and why it failed. */
  public final String problem() {
    return problem;
  }

  /** Returns the next step for the user, if any is known to help. */
  public final Optional<String> suggestion() {
    return Optional.ofNullable(suggestion);
  }

  /**
   * Tells whether a change may or may not have happened.
   *
   * @return true if something was sent that would change something, and no answer told whether it
   *     did; look before trying again
   */
  public final boolean outcomeUnknown() {
    return outcomeUnknown;
  }
}
