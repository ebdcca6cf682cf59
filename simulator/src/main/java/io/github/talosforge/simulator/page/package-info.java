/** A page that shows what is simulated. */
@NullMarked
package io.github.talosforge.simulator.page;

import org.jspecify.annotations.NullMarked;
