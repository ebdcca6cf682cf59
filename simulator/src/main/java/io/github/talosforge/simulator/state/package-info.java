/** What survives the end of the simulator's process. */
@NullMarked
package io.github.talosforge.simulator.state;

import org.jspecify.annotations.NullMarked;
