/** The API of a Talos machine: what can be asked of a node, and what can be done to it. */
@NullMarked
package io.github.talosforge.talos;

import org.jspecify.annotations.NullMarked;
