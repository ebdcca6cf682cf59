package io.github.talosforge.proxmox.property;

import java.util.OptionalInt;

/**
 * The random number generator of the guest ({@code rng0}).
 *
 * @param properties the property string behind it
 */
public record RandomSource(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("rng")
          .bare("source", ValueSyntax.TEXT, "/dev/urandom|/dev/random|/dev/hwrng")
          .key("max_bytes", ValueSyntax.INTEGER, "bytes in each period")
          .absentMeans("max_bytes", "1024")
          .key("period", ValueSyntax.INTEGER, "milliseconds")
          .absentMeans("period", "1000")
          .build();

  /** Refuses a property string of another kind or one that lacks what it needs. */
  public RandomSource {
    GRAMMAR.own(properties).required("source");
  }

  /**
   * Reads the value of {@code rng}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static RandomSource parse(String text) {
    return new RandomSource(GRAMMAR.parse(text));
  }

  /**
   * Returns the device of the host that the numbers come from.
   *
   * @return the value
   */
  public String source() {
    return properties.required("source");
  }

  /**
   * Returns the bytes that may be taken in each period, where 0 is without limit.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt maximumBytes() {
    return properties.integer("max_bytes");
  }

  /**
   * Returns a copy that says the bytes that may be taken in each period, where 0 is without limit.
   *
   * @param value the new value
   * @return the changed copy
   */
  public RandomSource withMaximumBytes(int value) {
    return with("max_bytes", Integer.toString(value));
  }

  /**
   * Returns the period in milliseconds.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt period() {
    return properties.integer("period");
  }

  /**
   * Returns a copy that says the period in milliseconds.
   *
   * @param value the new value
   * @return the changed copy
   */
  public RandomSource withPeriod(int value) {
    return with("period", Integer.toString(value));
  }

  /**
   * Returns a generator with the default limit.
   *
   * @param source for example {@code /dev/urandom}
   * @return the new value
   */
  public static RandomSource of(String source) {
    return parse(source);
  }

  private RandomSource with(String key, String value) {
    return new RandomSource(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
