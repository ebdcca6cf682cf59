/** What differs between two machine configurations, without showing secrets. */
@NullMarked
package io.github.talosforge.machineconfig.diff;

import org.jspecify.annotations.NullMarked;
