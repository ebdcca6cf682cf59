package io.github.talosforge.simulator.schema;

import org.jspecify.annotations.Nullable;

/**
 * A parameter of an operation, or a key of a property string.
 *
 * @param name its name; indexed ones with their number
 * @param optional whether it may be missing
 * @param type what it must look like
 * @param requires the parameter that must come with it
 */
record Parameter(String name, boolean optional, ParameterType type, @Nullable String requires) {
  Parameter named(String other) {
    return new Parameter(other, optional, type, requires);
  }
}
