package io.github.talosforge.proxmox.property;

import java.util.List;

/** A typed value of a guest configuration that is written as a property string. */
public interface VmProperty {
  /**
   * Returns the property string behind the typed view.
   *
   * @return all keys, including those without an accessor
   */
  PropertyString properties();

  /**
   * Returns the text to send to Proxmox VE.
   *
   * @return the property string
   */
  default String text() {
    return properties().text();
  }

  /**
   * Returns the keys whose meaning differs.
   *
   * @param other a value of the same kind
   * @return one entry for each key; empty when both mean the same
   */
  default List<PropertyDifference> differencesTo(VmProperty other) {
    return properties().differencesTo(other.properties());
  }
}
