package io.github.talosforge.simulator.talos.config;

import java.util.List;

/** A machine config that Talos does not take. */
public final class ConfigRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean parsed;

  private ConfigRefused(boolean parsed, String message) {
    super(message);
    this.parsed = parsed;
  }

  /**
   * It cannot be decoded.
   *
   * @param message why, in Talos' words
   * @return the refusal
   */
  static ConfigRefused undecodable(String message) {
    return new ConfigRefused(false, message);
  }

  /**
   * It can be decoded and makes no sense.
   *
   * @param problems why
   * @return the refusal
   */
  static ConfigRefused invalid(List<String> problems) {
    String head = problems.size() == 1 ? "1 error" : problems.size() + " errors";
    return new ConfigRefused(
        true, head + " occurred:\n\t* " + String.join("\n\t* ", problems) + "\n\n");
  }

  /**
   * Whether it could be decoded.
   *
   * @return whether only its validation failed
   */
  public boolean wasDecoded() {
    return parsed;
  }

  /** Why, never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
