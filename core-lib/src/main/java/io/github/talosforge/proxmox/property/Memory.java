package io.github.talosforge.proxmox.property;

/**
 * The memory of the guest ({@code memory}).
 *
 * @param properties the property string behind it
 */
public record Memory(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("memory")
          .bare("current", ValueSyntax.INTEGER, "MiB, at least 16")
          .absentMeans("current", "512")
          .build();

  /** Refuses a property string of another kind. */
  public Memory {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code memory}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static Memory parse(String text) {
    return new Memory(GRAMMAR.parse(text));
  }

  /**
   * Returns the memory in MiB.
   *
   * @return the number of MiB
   */
  public int mebibytes() {
    return properties.integer("current").orElseThrow();
  }

  /**
   * Returns a memory size.
   *
   * @param mebibytes the number of MiB
   * @return the new value
   */
  public static Memory ofMebibytes(int mebibytes) {
    return parse(Integer.toString(mebibytes));
  }

  @Override
  public String toString() {
    return text();
  }
}
