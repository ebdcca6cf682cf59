/** The way from this machine to the addresses of simulated nodes. */
@NullMarked
package io.github.talosforge.simulator.proxy;

import org.jspecify.annotations.NullMarked;
