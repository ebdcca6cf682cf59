/** The three ways to change a Kubernetes object without sending all of it. */
@NullMarked
package io.github.talosforge.simulator.kubernetes.patch;

import org.jspecify.annotations.NullMarked;
