package io.github.talosforge.simulator.api;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** A call that Proxmox would answer with an error, in Proxmox' own words. */
public final class ApiFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int NOT_IMPLEMENTED = 501;

  private final int status;
  private final TreeMap<String, String> errors;

  private ApiFailure(int status, String message, Map<String, String> errors) {
    super(message);
    this.status = status;
    this.errors = new TreeMap<>(errors);
  }

  /**
   * A failure with any status.
   *
   * @param status the HTTP status
   * @param message the reason
   * @return the failure
   */
  public static ApiFailure of(int status, String message) {
    return new ApiFailure(status, message, Map.of());
  }

  /**
   * What a plain {@code die} becomes: status 500 and its text.
   *
   * @param message the text
   * @return the failure
   */
  public static ApiFailure died(String message) {
    return of(500, message);
  }

  /**
   * A wrong parameter.
   *
   * @param name the parameter
   * @param text what is wrong with it
   * @return the failure
   */
  public static ApiFailure parameter(String name, String text) {
    return parameters(Map.of(name, text));
  }

  /**
   * Wrong parameters.
   *
   * @param errors what is wrong, by parameter
   * @return the failure
   */
  public static ApiFailure parameters(Map<String, String> errors) {
    return new ApiFailure(400, "Parameter verification failed.", errors);
  }

  /**
   * A missing privilege.
   *
   * @param path the path it is missing on
   * @param privileges the privilege, or several as Proxmox lists them
   * @return the failure
   */
  public static ApiFailure denied(String path, String privileges) {
    return of(403, "Permission check failed (" + path + ", " + privileges + ")");
  }

  /**
   * An operation that is not there, in the words of a server that is too old for it.
   *
   * @param operation its method and path
   * @return the failure
   */
  public static ApiFailure notImplemented(String operation) {
    return of(NOT_IMPLEMENTED, "Method '" + operation + "' not implemented");
  }

  /**
   * Something real that this simulator does not model: it never answers success.
   *
   * @param what what was asked for
   * @return the failure
   */
  public static ApiFailure notSimulated(String what) {
    return of(NOT_IMPLEMENTED, "not simulated: " + what);
  }

  /**
   * The HTTP status.
   *
   * @return the status
   */
  public int status() {
    return status;
  }

  /**
   * The reason: the first line of the text goes to the status line.
   *
   * @return the text
   */
  public String reason() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  /**
   * The text as the body has it: like everything that Perl dies of it ends in a newline, but for
   * what never got to an operation.
   *
   * @return the text
   */
  public String message() {
    return status == NOT_IMPLEMENTED ? reason() : reason() + "\n";
  }

  /**
   * What is wrong, by parameter; empty unless the status is 400.
   *
   * @return the errors
   */
  public Map<String, String> errors() {
    return Collections.unmodifiableMap(errors);
  }

  /** Not a defect of the program: no stack trace is wanted. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
