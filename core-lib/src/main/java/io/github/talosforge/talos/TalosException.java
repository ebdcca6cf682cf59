package io.github.talosforge.talos;

import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.redaction.TalosforgeException;
import org.jspecify.annotations.Nullable;

/**
 * A machine refused a call, could not be reached, or is not what it should be.
 *
 * <p>The message has one or two lines: what was tried and what the machine said, then what to do
 * next. It never contains a secret.
 */
public final class TalosException extends TalosforgeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final String node;
  private final String call;
  private final String serverWords;

  private TalosException(Builder told) {
    super(told.problem, told.suggestion, told.outcomeUnknown, told.cause);
    this.kind = told.kind;
    this.node = told.node;
    this.call = told.call;
    this.serverWords = Redaction.byForm(told.serverWords);
  }

  /** What went wrong. */
  public enum Kind {
    /** No connection: name, route, port, or nobody answers. */
    UNREACHABLE,
    /** The connection broke while the call was under way. */
    DISCONNECTED,
    /** What listens there is not the API of Talos. */
    NOT_TALOS,
    /** The machine has no configuration yet, and so does not offer this call. */
    MAINTENANCE,
    /** The machine belongs to another CA, or refuses our certificate. */
    OTHER_AUTHORITY,
    /** The machine does not show the pinned key. */
    FINGERPRINT,
    /** The client's role does not allow the call. */
    PERMISSION,
    /** The machine is not in the state that the call needs; waiting may help. */
    PRECONDITION,
    /** What should be made is there. */
    ALREADY_EXISTS,
    /** What was asked for is not there. */
    NOT_FOUND,
    /** This version of Talos does not know the call. */
    UNIMPLEMENTED,
    /** The configuration was refused. */
    INVALID_CONFIGURATION,
    /** An argument was refused. */
    ARGUMENT,
    /** The time for the call was over. */
    TIMEOUT,
    /** The thread was interrupted, or the client closed. */
    INTERRUPTED,
    /** Anything else. */
    SERVER
  }

  /**
   * Begins to describe a failure.
   *
   * @param kind what went wrong
   * @param node the machine that was asked
   * @param call what was asked
   * @param problem the first line of the message
   * @return a description to complete
   */
  public static Builder of(Kind kind, String node, String call, String problem) {
    return new Builder(kind, node, call, problem);
  }

  /**
   * Classifies the failure.
   *
   * @return what went wrong
   */
  public Kind kind() {
    return kind;
  }

  /**
   * Names the machine.
   *
   * @return the endpoint that was asked
   */
  public String node() {
    return node;
  }

  /**
   * Names the call.
   *
   * @return what was asked
   */
  public String call() {
    return call;
  }

  /**
   * Gives the words of the machine.
   *
   * @return the text, empty if it said nothing
   */
  public String serverWords() {
    return serverWords;
  }

  /** Collects what an exception tells. */
  public static final class Builder {
    private final Kind kind;
    private final String node;
    private final String call;
    private final String problem;
    private String serverWords = "";
    private @Nullable String suggestion;
    private boolean outcomeUnknown;
    private @Nullable Throwable cause;

    private Builder(Kind kind, String node, String call, String problem) {
      this.kind = kind;
      this.node = node;
      this.call = call;
      this.problem = problem;
    }

    /** Sets the words of the machine. */
    public Builder serverWords(String words) {
      serverWords = words;
      return this;
    }

    /** Sets the second line of the message. */
    public Builder suggestion(@Nullable String text) {
      suggestion = text;
      return this;
    }

    /** Sets whether a change may or may not have happened. */
    public Builder outcomeUnknown(boolean unknown) {
      outcomeUnknown = unknown;
      return this;
    }

    /** Sets the technical cause. */
    public Builder cause(@Nullable Throwable throwable) {
      cause = throwable;
      return this;
    }

    /** Makes the exception. */
    public TalosException build() {
      return new TalosException(this);
    }
  }
}
