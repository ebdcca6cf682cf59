/** Time as events: workers with their steps, tasks with their logs, locks with their time-outs. */
@NullMarked
package io.github.talosforge.simulator.task;

import org.jspecify.annotations.NullMarked;
