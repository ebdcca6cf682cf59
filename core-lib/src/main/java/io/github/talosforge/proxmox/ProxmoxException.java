package io.github.talosforge.proxmox;

import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.redaction.TalosforgeException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Proxmox refused a call, could not be reached, or a task failed.
 *
 * <p>The message has one or two lines: what was tried and what the server said, then what to do
 * next. It never contains a secret.
 */
public final class ProxmoxException extends TalosforgeException {
  private static final long serialVersionUID = 1L;

  private final ErrorKind kind;
  private final String serverMessage;
  private final @Nullable Integer status;
  private final boolean neverSent;
  private final transient @Nullable RequestSummary request;
  private final transient @Nullable MissingPrivilege missingPrivilege;
  private final transient Map<String, String> parameterErrors;
  private final transient List<String> taskLog;

  private ProxmoxException(Builder told) {
    super(told.problem, told.suggestion, told.outcomeUnknown, told.cause);
    this.kind = told.kind;
    this.serverMessage = Redaction.byForm(told.serverMessage);
    this.status = told.status;
    this.neverSent = told.neverSent;
    this.request = told.request;
    this.missingPrivilege = told.missingPrivilege;
    this.parameterErrors = Collections.unmodifiableMap(new LinkedHashMap<>(told.parameterErrors));
    this.taskLog = told.taskLog.stream().map(Redaction::byForm).toList();
  }

  /**
   * Begins to describe a failure.
   *
   * @param kind what went wrong
   * @param problem the first line of the message: what was tried and why it failed
   * @return a description to complete
   */
  public static Builder of(ErrorKind kind, String problem) {
    return new Builder(kind, problem);
  }

  /**
   * Begins to describe the same failure with more, or other, details.
   *
   * @return a description that holds everything this exception tells, and its cause
   */
  public Builder toBuilder() {
    Builder copy = new Builder(kind, problem());
    copy.outcomeUnknown = outcomeUnknown();
    copy.serverMessage = serverMessage;
    copy.suggestion = suggestion().orElse(null);
    copy.status = status;
    copy.neverSent = neverSent;
    copy.request = request;
    copy.missingPrivilege = missingPrivilege;
    copy.parameterErrors = parameterErrors;
    copy.taskLog = taskLog;
    copy.cause = getCause();
    return copy;
  }

  /**
   * Classifies the failure.
   *
   * @return what went wrong
   */
  public ErrorKind kind() {
    return kind;
  }

  /**
   * Gives the request that failed.
   *
   * @return the request without its secrets; absent if the failure belongs to no single request
   */
  public Optional<RequestSummary> request() {
    return Optional.ofNullable(request);
  }

  /**
   * Tells whether no connection came about, so that the same holds for every request.
   *
   * @return whether nothing was sent
   */
  public boolean neverSent() {
    return neverSent;
  }

  /**
   * Gives the HTTP status.
   *
   * @return the status, if there was an answer
   */
  public OptionalInt status() {
    return status == null ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /**
   * Gives the words of the server: the message of the body, else the reason phrase, or the exit
   * status of a task.
   *
   * @return the text, empty if the server said nothing
   */
  public String serverMessage() {
    return serverMessage;
  }

  /**
   * Gives the refused parameters.
   *
   * @return the server's text by name of the parameter
   */
  public Map<String, String> parameterErrors() {
    return parameterErrors;
  }

  /**
   * Gives the end of the task's log.
   *
   * @return the last lines; empty if no task is involved or its log could not be read
   */
  public List<String> taskLog() {
    return taskLog;
  }

  /**
   * Gives the privilege that was missing.
   *
   * @return path and privilege, if the server named them
   */
  public Optional<MissingPrivilege> missingPrivilege() {
    return Optional.ofNullable(missingPrivilege);
  }

  /** Collects what an exception tells. */
  public static final class Builder {
    private final ErrorKind kind;
    private String problem;
    private boolean outcomeUnknown;
    private boolean neverSent;
    private String serverMessage = "";
    private @Nullable String suggestion;
    private @Nullable Integer status;
    private @Nullable RequestSummary request;
    private @Nullable MissingPrivilege missingPrivilege;
    private Map<String, String> parameterErrors = Map.of();
    private List<String> taskLog = List.of();
    private @Nullable Throwable cause;

    private Builder(ErrorKind kind, String problem) {
      this.kind = kind;
      this.problem = problem;
    }

    /** Replaces the first line of the message. */
    public Builder problem(String text) {
      problem = text;
      return this;
    }

    /** Sets the second line of the message. */
    public Builder suggestion(@Nullable String text) {
      suggestion = text;
      return this;
    }

    /** Sets the request. */
    public Builder request(@Nullable RequestSummary summary) {
      request = summary;
      return this;
    }

    /** Sets the HTTP status. */
    public Builder status(int code) {
      status = code;
      return this;
    }

    /** Sets the words of the server. */
    public Builder serverMessage(String text) {
      serverMessage = text;
      return this;
    }

    /** Sets the refused parameters. */
    public Builder parameterErrors(Map<String, String> errors) {
      parameterErrors = errors;
      return this;
    }

    /** Sets the end of the task's log. */
    public Builder taskLog(List<String> lines) {
      taskLog = lines;
      return this;
    }

    /** Sets the privilege that was missing. */
    public Builder missingPrivilege(@Nullable MissingPrivilege privilege) {
      missingPrivilege = privilege;
      return this;
    }

    /** Sets whether a change may or may not have happened. */
    public Builder outcomeUnknown(boolean unknown) {
      outcomeUnknown = unknown;
      return this;
    }

    /** Sets that no connection came about. */
    public Builder neverSent() {
      neverSent = true;
      return this;
    }

    /** Sets the technical cause. */
    public Builder cause(@Nullable Throwable throwable) {
      cause = throwable;
      return this;
    }

    /** Makes the exception. */
    public ProxmoxException build() {
      return new ProxmoxException(this);
    }
  }
}
