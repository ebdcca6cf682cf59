/** The keys that machine configurations have in each version of Talos. */
@NullMarked
package io.github.talosforge.machineconfig.schema;

import org.jspecify.annotations.NullMarked;
