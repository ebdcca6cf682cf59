/** The entry to Talos machines. */
@NullMarked
package io.github.talosforge.talos.client;

import org.jspecify.annotations.NullMarked;
