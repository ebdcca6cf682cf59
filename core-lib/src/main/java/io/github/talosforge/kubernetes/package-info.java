/** A small reader of the Kubernetes API: as much as it takes to tell whether a cluster is well. */
@NullMarked
package io.github.talosforge.kubernetes;

import org.jspecify.annotations.NullMarked;
