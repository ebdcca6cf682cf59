/** Talos' gRPC services on the nodes' ports. */
@NullMarked
package io.github.talosforge.simulator.talos.api;

import org.jspecify.annotations.NullMarked;
