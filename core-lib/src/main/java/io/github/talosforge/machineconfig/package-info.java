/** Talos machine configurations of a cluster's nodes. */
@NullMarked
package io.github.talosforge.machineconfig;

import org.jspecify.annotations.NullMarked;
