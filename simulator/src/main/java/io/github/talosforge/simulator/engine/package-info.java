/** What the simulated cluster does: operations, tasks, locks and time, all on one world. */
@NullMarked
package io.github.talosforge.simulator.engine;

import org.jspecify.annotations.NullMarked;
