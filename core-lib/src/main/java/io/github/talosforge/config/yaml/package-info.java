/** YAML read into a tree that keeps the place and the typed text of every value. */
@NullMarked
package io.github.talosforge.config.yaml;

import org.jspecify.annotations.NullMarked;
