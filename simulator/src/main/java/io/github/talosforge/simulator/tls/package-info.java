/** How servers show who they are. */
@NullMarked
package io.github.talosforge.simulator.tls;

import org.jspecify.annotations.NullMarked;
