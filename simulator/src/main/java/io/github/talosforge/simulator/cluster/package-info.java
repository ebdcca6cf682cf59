/** What belongs to no single VM: lists, hosts, pools, tasks, high availability, mappings. */
@NullMarked
package io.github.talosforge.simulator.cluster;

import org.jspecify.annotations.NullMarked;
