/** The life of a VM that boots Talos, and the clusters that such VMs form. */
@NullMarked
package io.github.talosforge.simulator.talos;

import org.jspecify.annotations.NullMarked;
