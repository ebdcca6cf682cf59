/** Patches for machine configurations, merged as Talos merges them. */
@NullMarked
package io.github.talosforge.machineconfig.patch;

import org.jspecify.annotations.NullMarked;
