/** The command line of the simulator. */
@NullMarked
package io.github.talosforge.simulator.cli;

import org.jspecify.annotations.NullMarked;
