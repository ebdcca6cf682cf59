/** The truth of the simulated cluster as plain data, with its clock and its one lock. */
@NullMarked
package io.github.talosforge.simulator.world;

import org.jspecify.annotations.NullMarked;
