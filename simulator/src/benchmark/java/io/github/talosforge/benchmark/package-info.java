/** Figures of the simulator: start-up, memory and calls a second. */
@NullMarked
package io.github.talosforge.benchmark;

import org.jspecify.annotations.NullMarked;
