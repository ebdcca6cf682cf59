/**
 * The seam between what answers HTTP and what knows the cluster: calls, who makes them, operations
 * and failures.
 */
@NullMarked
package io.github.talosforge.simulator.api;

import org.jspecify.annotations.NullMarked;
