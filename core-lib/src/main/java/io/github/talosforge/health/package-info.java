/** Whether a cluster is well: Talos, etcd and Kubernetes, check by check. */
@NullMarked
package io.github.talosforge.health;

import org.jspecify.annotations.NullMarked;
