/** One run at a time: the Lease that a run holds on the cluster while it changes it. */
@NullMarked
package io.github.talosforge.lock;

import org.jspecify.annotations.NullMarked;
