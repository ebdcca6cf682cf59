/** Figures about speed and calls, written as JSON; never part of a build's checks. */
@NullMarked
package io.github.talosforge.benchmark;

import org.jspecify.annotations.NullMarked;
