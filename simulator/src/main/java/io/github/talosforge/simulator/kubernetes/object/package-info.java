/** The objects of a simulated Kubernetes cluster and where they are kept. */
@NullMarked
package io.github.talosforge.simulator.kubernetes.object;

import org.jspecify.annotations.NullMarked;
