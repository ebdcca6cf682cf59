/** The files' grammar for editors: JSON Schema, made from the catalogue of keys. */
@NullMarked
package io.github.talosforge.config.schema;

import org.jspecify.annotations.NullMarked;
