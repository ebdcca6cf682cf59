/** A small Kubernetes API server for each simulated cluster. */
@NullMarked
package io.github.talosforge.simulator.kubernetes;

import org.jspecify.annotations.NullMarked;
