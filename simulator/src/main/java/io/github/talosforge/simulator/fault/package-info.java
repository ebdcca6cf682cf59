/** What goes wrong, by rule: seeded, counted and the same in every run. */
@NullMarked
package io.github.talosforge.simulator.fault;

import org.jspecify.annotations.NullMarked;
