/** etcd clusters: members, leadership, quorum and keys. */
@NullMarked
package io.github.talosforge.simulator.talos.etcd;

import org.jspecify.annotations.NullMarked;
