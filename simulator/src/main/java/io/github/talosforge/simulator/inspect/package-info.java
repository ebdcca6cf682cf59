/** Questions about the truth behind the API, for assertions. */
@NullMarked
package io.github.talosforge.simulator.inspect;

import org.jspecify.annotations.NullMarked;
