package io.github.talosforge.simulator.api;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds an object of an answer; what is null is left out. */
public final class JsonObject {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Adds a field unless its value is null.
   *
   * @param name the field
   * @param value its value
   * @return this object
   */
  public JsonObject with(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
    return this;
  }

  /**
   * Adds a field, as null if there is no value.
   *
   * @param name the field
   * @param value its value
   * @return this object
   */
  public JsonObject nullable(String name, @Nullable Object value) {
    fields.put(name, value);
    return this;
  }

  /**
   * Adds a boolean as Proxmox writes it.
   *
   * @param name the field
   * @param value its value
   * @return this object
   */
  public JsonObject flag(String name, boolean value) {
    fields.put(name, value ? 1 : 0);
    return this;
  }

  /**
   * Adds a boolean as Proxmox writes it, only when it is true.
   *
   * @param name the field
   * @param value its value
   * @return this object
   */
  public JsonObject ifTrue(String name, boolean value) {
    return value ? flag(name, true) : this;
  }

  /**
   * The object.
   *
   * @return the fields in their order
   */
  public Map<String, Object> map() {
    return fields;
  }
}
