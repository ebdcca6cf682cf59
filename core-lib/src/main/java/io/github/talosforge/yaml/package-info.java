/** YAML that other programs write and read: exact about types, written as Go programs write it. */
@NullMarked
package io.github.talosforge.yaml;

import org.jspecify.annotations.NullMarked;
