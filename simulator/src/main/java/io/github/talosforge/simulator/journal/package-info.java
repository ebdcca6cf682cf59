/** What was asked of the simulator, call by call. */
@NullMarked
package io.github.talosforge.simulator.journal;

import org.jspecify.annotations.NullMarked;
