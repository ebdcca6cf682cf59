/** Stops and starts nodes one at a time while the cluster goes on. */
@NullMarked
package io.github.talosforge.rolling;

import org.jspecify.annotations.NullMarked;
