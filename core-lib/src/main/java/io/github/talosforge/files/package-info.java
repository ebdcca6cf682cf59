/** Files that are whole or not there; those that hold secrets only their owner reads. */
@NullMarked
package io.github.talosforge.files;

import org.jspecify.annotations.NullMarked;
