/** What a node shows of itself as resources. */
@NullMarked
package io.github.talosforge.simulator.talos.resource;

import org.jspecify.annotations.NullMarked;
