package io.github.talosforge.proxmox.property;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A NUMA node of the guest ({@code numa0} to {@code numa7}).
 *
 * @param properties the property string behind it
 */
public record NumaNode(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("numa")
          .key("cpus", ValueSyntax.RANGES)
          .key("hostnodes", ValueSyntax.RANGES)
          .key("memory", ValueSyntax.NUMBER, "MiB")
          .key("policy", ValueSyntax.TEXT, "preferred|bind|interleave")
          .build();

  /** Refuses a property string of another kind or one that lacks what it needs. */
  public NumaNode {
    GRAMMAR.own(properties).required("cpus");
  }

  /**
   * Reads the value of {@code numa}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static NumaNode parse(String text) {
    return new NumaNode(GRAMMAR.parse(text));
  }

  /**
   * Returns the virtual processors of the node.
   *
   * @return the value
   */
  public String cpus() {
    return properties.required("cpus");
  }

  /**
   * Returns the NUMA nodes of the host that it may use.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> hostNodes() {
    return properties.text("hostnodes");
  }

  /**
   * Returns a copy that says the NUMA nodes of the host that it may use.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NumaNode withHostNodes(String value) {
    return with("hostnodes", value);
  }

  /**
   * Returns the memory in MiB.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<BigDecimal> memory() {
    return properties.number("memory");
  }

  /**
   * Returns a copy that says the memory in MiB.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NumaNode withMemory(BigDecimal value) {
    return with("memory", value.toPlainString());
  }

  /**
   * Returns how memory is taken from the nodes of the host.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> policy() {
    return properties.text("policy");
  }

  /**
   * Returns a copy that says how memory is taken from the nodes of the host.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NumaNode withPolicy(String value) {
    return with("policy", value);
  }

  /**
   * Returns a node that holds the given processors.
   *
   * @param cpus for example {@code 0-3}
   * @return the new value
   */
  public static NumaNode ofCpus(String cpus) {
    return parse("cpus=" + cpus);
  }

  private NumaNode with(String key, String value) {
    return new NumaNode(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
